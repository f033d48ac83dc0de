import { random, type Random } from '../../../random.js';
import { day, daySeconds, type Rows, type SchemaRows, type Value } from './rows.js';
import { companyWords, firstNames, industries, lastNames, timeZones } from './words.js';

const accountCount = 1_200;
const userCount = 5_000;
const sessionCount = 15_500;
const ticketCount = 4_000;
const firstEvent = day('2024-01-01');
const eventDays = 182;

const stream = (purpose: string): Random => random('sql-warehouse', 'product', purpose);

/** The software product's tables. */
export function productRows(): SchemaRows {
  const accounts = makeAccounts();
  const users = makeUsers(accounts);
  const experiments = makeExperiments();
  return {
    accounts,
    plan_history: makePlans(accounts),
    users,
    events: makeEvents(users),
    experiments,
    assignments: makeAssignments(experiments, users),
    ...makeTickets(accounts, users),
  };
}

function makeAccounts(): Value[][] {
  const choose = stream('accounts');
  const days = Array.from({ length: accountCount }, () => day('2022-01-10') + choose.below(860)).sort(
    (a, b) => a - b,
  );
  return days.map((created, index) => [
    index + 1,
    `${choose.pick(companyWords.first)} ${choose.pick(companyWords.second)} ${index + 1}`,
    choose.chance(0.08) ? null : choose.pick(industries),
    choose.pick(['US', 'US', 'US', 'DE', 'GB', 'FR', 'JP', 'AU']),
    created,
    choose.chance(0.25) ? null : choose.pick(firstNames.slice(0, 9)),
  ]);
}

const plans = ['free', 'team', 'business', 'enterprise'] as const;
const seatPrice: Readonly<Record<(typeof plans)[number], number>> = {
  free: 0,
  team: 900,
  business: 1_900,
  enterprise: 3_400,
};

function makePlans(accounts: Rows): Value[][] {
  const choose = stream('plans');
  return accounts.flatMap((account) => {
    const periods: Value[][] = [];
    let from = account[4] as number;
    let level = choose.pickWeighted([0, 1, 2], (one) => 4 - one * 1.5);
    let seats = choose.pick([1, 3, 5, 5, 10, 20]);
    const steps = choose.below(4);
    const churns = choose.chance(0.16);
    for (let step = 0; step <= steps; step++) {
      const plan = plans[level] ?? 'free';
      const to = step < steps || churns ? from + 30 + choose.below(260) : null;
      periods.push([account[0] as number, plan, seats, seatPrice[plan] * seats, from, to]);
      if (to === null) break;
      from = to;
      level = Math.min(3, Math.max(0, level + choose.pick([1, 1, 0, -1])));
      seats = Math.max(1, Math.round(seats * (0.7 + choose.next() * 1.1)));
    }
    return periods;
  });
}

function makeUsers(accounts: Rows): Value[][] {
  const choose = stream('users');
  const members = new Map<number, number[]>();
  const made = Array.from({ length: userCount }, () => {
    const account = accounts[Math.floor(accounts.length * choose.next() ** 1.5)] ?? [];
    return { account, created: (account[4] as number) * daySeconds + choose.below(400 * daySeconds) };
  }).sort((a, b) => a.created - b.created);
  return made.map(({ account, created }, index) => {
    const accountId = account[0] as number;
    const others = members.get(accountId) ?? [];
    const invitedBy = others.length > 0 && choose.chance(0.7) ? choose.pick(others) : null;
    members.set(accountId, [...others, index + 1]);
    return [
      index + 1,
      accountId,
      `${choose.pick(firstNames)}.${choose.pick(lastNames)}@a${accountId}.example`.toLowerCase(),
      others.length === 0
        ? 'admin'
        : choose.pickWeighted(
            ['admin', 'member', 'viewer'],
            (one) => ({ admin: 1, member: 6, viewer: 3 })[one] ?? 1,
          ),
      choose.chance(0.12) ? null : choose.pick(timeZones),
      created,
      choose.chance(0.1) ? created + (30 + choose.below(500)) * daySeconds : null,
      invitedBy,
    ];
  });
}

function makeEvents(users: Rows): Value[][] {
  const choose = stream('events');
  const active = choose.shuffle(users);
  const rows: Value[][] = [];
  let event = 0;
  for (let session = 1; session <= sessionCount; session++) {
    const user = choose.chance(0.05)
      ? null
      : (active[Math.floor(active.length * choose.next() ** 1.7)] ?? null);
    let at = (firstEvent + choose.below(eventDays)) * daySeconds + choose.below(daySeconds);
    if (user !== null && (at < (user[5] as number) || (user[6] !== null && at > (user[6] as number))))
      continue;
    const platform = choose.pickWeighted(
      ['web', 'ios', 'android', 'api'],
      (one) => ({ web: 6, ios: 2, android: 1.5, api: 0.8 })[one] ?? 1,
    );
    const late = choose.chance(0.02) ? daySeconds + choose.below(5 * daySeconds) : 0;
    const length = choose.pickWeighted([1, 2, 3, 5, 8, 13], (one) => 1 / one ** 0.45);
    for (let step = 0; step < length; step++) {
      const name =
        step === 0 && platform !== 'api' && user !== null
          ? 'login'
          : choose.pickWeighted(
              ['view', 'edit', 'share', 'export', 'invite', 'error', 'upgrade_click'],
              (one) =>
                ({ view: 9, edit: 6, share: 2, export: 1.4, invite: 0.6, error: 1, upgrade_click: 0.4 })[
                  one
                ] ?? 1,
            );
      const row: Value[] = [
        ++event, user === null ? null : (user[0] as number), name, at, at + late + 1 + choose.below(30), platform,
        platform === 'api' ? null : session,
        choose.chance(0.25) ? null : 20 + Math.floor(Math.exp(choose.next() * 7)),
      ]; // prettier-ignore
      rows.push(row);
      if (choose.chance(0.02)) rows.push(row.with(4, (row[4] as number) + 1 + choose.below(600)));
      at += 2 + choose.below(400);
    }
  }
  return rows;
}

function makeExperiments(): Value[][] {
  const choose = stream('experiments');
  return [
    'new-editor',
    'short-signup',
    'price-page',
    'dark-mode',
    'share-dialog',
    'export-wizard',
    'team-invite',
    'fast-start',
  ].map((name, index) => {
    const started = firstEvent + 5 + index * 19;
    return [
      index + 1,
      name,
      started,
      index > 5 ? null : started + 27 + choose.below(20),
      choose.pick(['edit', 'share', 'export', 'invite', 'upgrade_click']),
    ];
  });
}

function makeAssignments(experiments: Rows, users: Rows): Value[][] {
  const choose = stream('assignments');
  return experiments.flatMap((experiment) => {
    const started = experiment[2] as number;
    const eligible = users.filter((user) => (user[5] as number) < started * daySeconds && user[6] === null);
    return choose.sample(eligible, 700).flatMap((user): Value[][] => {
      const variant = choose.pick(['control', 'treatment']);
      const at = started * daySeconds + choose.below(12 * daySeconds);
      const row: Value[] = [experiment[0] as number, user[0] as number, variant, at];
      const twice = choose.chance(0.03);
      return twice
        ? [
            row,
            [
              experiment[0] as number,
              user[0] as number,
              variant === 'control' ? 'treatment' : 'control',
              at + choose.below(daySeconds),
            ],
          ]
        : [row];
    });
  });
}

function makeTickets(accounts: Rows, users: Rows): Record<'tickets' | 'ticket_tags', Value[][]> {
  const choose = stream('tickets');
  const byAccount = new Map<number, number[]>();
  for (const user of users)
    byAccount.set(user[1] as number, [...(byAccount.get(user[1] as number) ?? []), user[0] as number]);
  const from = day('2023-07-01');
  const times = Array.from(
    { length: ticketCount },
    () => (from + choose.below(365)) * daySeconds + choose.below(daySeconds),
  ).sort((a, b) => a - b);
  const tickets: Value[][] = [];
  const ticket_tags: Value[][] = [];
  for (const [index, opened] of times.entries()) {
    const account = accounts[Math.floor(accounts.length * choose.next() ** 2)] ?? [];
    const members = byAccount.get(account[0] as number) ?? [];
    const priority = choose.pickWeighted(
      ['low', 'normal', 'high', 'urgent'],
      (one) => ({ low: 3, normal: 5, high: 2, urgent: 1 })[one] ?? 1,
    );
    const patience = priority === 'urgent' ? 4 : priority === 'high' ? 10 : 30;
    const replied = choose.chance(0.05)
      ? null
      : opened + 300 + Math.floor(choose.next() ** 2 * patience * 3_600);
    const closed =
      replied === null || choose.chance(0.12)
        ? null
        : replied + 600 + Math.floor(choose.next() ** 2 * 9 * daySeconds);
    tickets.push([
      index + 1, account[0] as number, members.length > 0 && choose.chance(0.85) ? choose.pick(members) : null, priority, opened, replied, closed,
      closed !== null && choose.chance(0.55) ? choose.pickWeighted([1, 2, 3, 4, 5], (one) => one) : null,
      choose.chance(0.1) ? null : choose.pick(lastNames.slice(0, 7)),
    ]); // prettier-ignore
    for (const tag of choose
      .sample(
        ['billing', 'bug', 'export', 'feature', 'login', 'performance', 'security'],
        choose.pick([0, 1, 1, 1, 2, 3]),
      )
      .sort())
      ticket_tags.push([index + 1, tag]);
  }
  return { tickets, ticket_tags };
}
