import type { Command } from 'commander';
import type { DecidedClaim } from '../analysis/claims/claim.js';
import { PawlError } from '../errors.js';
import { print } from './terminal.js';

interface ClaimsOptions {
  readonly data?: string;
  readonly rules?: boolean;
  readonly json?: boolean;
}

/** `pawl claims`: the paper's claims, decided on a run. */
export function addClaimsCommand(program: Command): void {
  program
    .command('claims')
    .description("decide the paper's claims on a run (the reference run that comes with Pawl, unless told)")
    .argument('[numbers...]', 'claims to decide; all 26 when left out')
    .option('--data <folder>', 'tidy results of a run, as pawl reproduce writes them')
    .option('--rules', 'print the rule under each claim')
    .option('--json', 'for machines')
    .addHelpText(
      'after',
      `
Examples:
  $ pawl claims                     all claims on the reference run
  $ pawl claims 12 13 14 --rules    three of them, with the rules that decide
  $ pawl claims --data my-run       on a run of your own, real models included`,
    )
    .action(runClaims);
}

async function runClaims(numbers: readonly string[], options: ClaimsOptions): Promise<void> {
  const wanted = new Set(numbers.map(claimNumber));
  const [{ decideClaims }, { readRunData }] = await Promise.all([
    import('../analysis/claims/claims.js'),
    import('../analysis/run-data/csv.js'),
  ]);
  const run = readRunData(options.data);
  const decided = decideClaims(run).filter(({ number }) => wanted.size === 0 || wanted.has(number));
  if (options.json === true) {
    print(JSON.stringify({ about: run.about, claims: decided }, null, 2));
    return;
  }
  const lines = decided.map((one) => textOf(one, options.rules === true));
  print([`${run.about.title}; roles: ${run.about.roles}`, ...lines, summaryOf(decided)].join('\n\n'));
}

function textOf({ number, claim, rule, outcome, numbers }: DecidedClaim, withRule: boolean): string {
  return [
    `${String(number).padStart(2)}  ${outcome.toUpperCase()}  ${claim}`,
    `    ${numbers}`,
    ...(withRule ? [`    rule: ${rule}`] : []),
  ].join('\n');
}

function summaryOf(decided: readonly DecidedClaim[]): string {
  const count = (outcome: DecidedClaim['outcome']): string =>
    `${decided.filter((one) => one.outcome === outcome).length} ${outcome}`;
  const outcomes = ['holds', 'does not hold', 'cannot be decided'] as const;
  return `${decided.length} ${decided.length === 1 ? 'claim' : 'claims'}: ${outcomes.map(count).join(', ')}`;
}

function claimNumber(text: string): number {
  const number = Number(text);
  if (/^\d{1,2}$/.test(text) && number >= 1 && number <= 26) return number;
  throw new PawlError('usage', `there is no claim '${text}'`, { hint: 'claims are 1 to 26' });
}
