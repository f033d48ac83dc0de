import { random, type Random } from '../../../random.js';
import { day, daySeconds, type Rows, type Value } from './rows.js';

/** The first day with orders. */
export const firstOrder: number = day('2023-01-01');
const lastOrder = day('2024-12-31');
const orderCount = 30_000;

const stream = (purpose: string): Random => random('sql-warehouse', 'commerce', purpose);

/** Orders with their channel, store, promotion and the time when they were loaded. */
export function makeOrders(options: { customers: Rows; stores: Rows; promotions: Rows }): Value[][] {
  const choose = stream('orders');
  const { customers, stores, promotions } = options;
  const signedUp = customers.map((customer) => customer[4] as number);
  const span = lastOrder - firstOrder + 1;
  const times = Array.from({ length: orderCount }, () => {
    let onDay = Math.floor(choose.next() ** 0.8 * span);
    // Half of the orders of a summer's day move to the following winter.
    if (onDay % 365 > 150 && onDay % 365 < 240 && choose.chance(0.4))
      onDay = Math.min(span - 1, onDay + 110 + choose.below(40));
    const hour = choose.pickWeighted([...Array(24).keys()], (one) =>
      one < 6 ? 0.3 : one < 9 ? 1 : one < 22 ? 2.2 : 1.4,
    );
    return (firstOrder + onDay) * daySeconds + hour * 3_600 + choose.below(3_600);
  }).sort((a, b) => a - b);
  let known = 0;
  return times.map((orderedAt, index) => {
    while (known < signedUp.length && (signedUp[known] ?? Infinity) < orderedAt) known++;
    const onDay = Math.floor(orderedAt / daySeconds);
    const channel = choose.pickWeighted(
      ['web', 'app', 'store', 'phone'],
      (one) => ({ web: 50, app: 25, store: 20, phone: 5 })[one] ?? 1,
    );
    const open = stores.filter(
      (store) => (store[5] as number) <= onDay && (store[6] === null || (store[6] as number) > onDay),
    );
    const running = promotions.filter(
      (promo) =>
        (promo[2] as number) <= onDay &&
        (promo[3] as number) >= onDay &&
        (promo[4] === null || promo[4] === channel),
    );
    const stale = choose.chance(0.012) ? choose.pick(promotions)[0] : null;
    const delay = choose.chance(0.03) ? daySeconds + choose.below(6 * daySeconds) : 300 + choose.below(7_000);
    return [
      index + 1,
      choose.chance(0.04) ? null : Math.floor(known * choose.next() ** 1.6) + 1,
      channel === 'store' ? (choose.pick(open)[0] as number) : null,
      channel,
      orderedAt,
      choose.pickWeighted(
        ['delivered', 'shipped', 'paid', 'placed', 'cancelled', 'returned'],
        (one) => ({ delivered: 70, shipped: 8, paid: 6, placed: 4, cancelled: 8, returned: 4 })[one] ?? 1,
      ),
      (stale as string | null) ??
        (running.length > 0 && choose.chance(0.3) ? (choose.pick(running)[0] as string) : null),
      channel === 'store' ? 0 : choose.pick([0, 390, 390, 490, 690]),
      orderedAt + delay,
    ];
  });
}

/** One to five lines an order, of products that are on sale on its day. */
export function makeItems(
  orders: Rows,
  products: Rows,
  priceOn: (product: number, onDay: number) => number,
): Value[][] {
  const choose = stream('items');
  const popular = choose.shuffle(products);
  return orders.flatMap((order) => {
    const onDay = Math.floor((order[4] as number) / daySeconds);
    const lines: Value[][] = [];
    const count = choose.pickWeighted([1, 2, 3, 4, 5], (one) => 6 - one);
    while (lines.length < count) {
      const product = popular[Math.floor(popular.length * choose.next() ** 1.8)] ?? [];
      const id = product[0] as number;
      if ((product[5] as number) > onDay || (product[6] !== null && (product[6] as number) <= onDay))
        continue;
      const price = priceOn(id, onDay);
      lines.push([
        order[0] as number,
        lines.length + 1,
        id,
        choose.pickWeighted([1, 2, 3, 4, 6, 10], (one) => 1 / one ** 1.5),
        choose.chance(0.05) ? Math.round(price * 0.97) : price,
        choose.chance(0.78) ? null : choose.pick([0, 5, 10, 10, 15, 20]),
      ]);
    }
    return lines;
  });
}

/** What follows an order: attempts to pay, parcels, returns. */
export function makeFulfilment(
  orders: Rows,
  items: Rows,
): Record<'payments' | 'shipments' | 'returns', Value[][]> {
  const choose = stream('fulfilment');
  const linesOf = new Map<number, (readonly Value[])[]>();
  for (const line of items) {
    const order = line[0] as number;
    const own = linesOf.get(order);
    if (own === undefined) linesOf.set(order, [line]);
    else own.push(line);
  }
  const payments: Value[][] = [];
  const shipments: Value[][] = [];
  const returns: Value[][] = [];
  for (const order of orders) {
    const id = order[0] as number;
    const at = order[4] as number;
    const status = order[5] as string;
    const lines = linesOf.get(id) ?? [];
    const total = lines.reduce((sum, line) => sum + lineTotal(line), 0) + (order[7] as number);
    const pay = (amount: number, outcome: string, later: number): void => {
      payments.push([
        payments.length + 1,
        id,
        choose.pickWeighted(
          ['card', 'paypal', 'transfer', 'gift_card'],
          (one) => ({ card: 5, paypal: 3, transfer: 1.5, gift_card: 0.5 })[one] ?? 1,
        ),
        amount,
        outcome,
        at + later,
      ]);
    };
    if (status === 'cancelled' ? choose.chance(0.5) : choose.chance(0.1))
      pay(total, 'failed', 20 + choose.below(200));
    if (status === 'placed' && choose.chance(0.3)) pay(total, 'pending', 60 + choose.below(600));
    if (status !== 'placed' && status !== 'cancelled') {
      const part = choose.chance(0.1) ? Math.round(total * (0.2 + 0.5 * choose.next())) : 0;
      if (part > 0) pay(part, 'captured', 100 + choose.below(600));
      pay(total - part, 'captured', 300 + choose.below(90_000));
    }
    if (['shipped', 'delivered', 'returned'].includes(status) && order[3] !== 'store') {
      for (let parcels = choose.chance(0.15) ? 2 : 1; parcels > 0; parcels--) {
        const shipped = at + 40_000 + choose.below(300_000);
        const arrived =
          status === 'shipped' || choose.chance(0.01)
            ? null
            : shipped + daySeconds + choose.below(8 * daySeconds);
        shipments.push([
          shipments.length + 1,
          id,
          choose.pick(['DHL', 'UPS', 'PostNL', 'GLS']),
          shipped,
          arrived,
        ]);
      }
    }
    for (const line of lines) {
      if (status === 'returned' || (status === 'delivered' && choose.chance(0.03))) {
        const quantity = 1 + choose.below(line[3] as number);
        returns.push([
          returns.length + 1, id, line[1] as number, quantity,
          choose.chance(0.2) ? null : choose.pick(['damaged', 'wrong item', 'too late', 'not as expected', 'not as expected']),
          Math.round((lineTotal(line) * quantity) / (line[3] as number)),
          at + 6 * daySeconds + choose.below(30 * daySeconds),
        ]); // prettier-ignore
      }
    }
  }
  return { payments, shipments, returns };
}

function lineTotal(line: readonly Value[]): number {
  return Math.round(
    (line[3] as number) * (line[4] as number) * (1 - ((line[5] as number | null) ?? 0) / 100),
  );
}
