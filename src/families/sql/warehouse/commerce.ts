import { random, type Random } from '../../../random.js';
import { firstOrder, makeFulfilment, makeItems, makeOrders } from './commerce-orders.js';
import { day, daySeconds, type Rows, type SchemaRows, type Value } from './rows.js';
import { cities, departments, firstNames, lastNames, productWords } from './words.js';

const customerCount = 6_000;
const productCount = 500;

const stream = (purpose: string): Random => random('sql-warehouse', 'commerce', purpose);

/** The shop's tables. */
export function commerceRows(): SchemaRows {
  const customers = makeCustomers();
  const { categories, products, price_history, priceOn } = makeProducts();
  const stores = makeStores();
  const promotions = makePromotions();
  const orders = makeOrders({ customers, stores, promotions });
  const items = makeItems(orders, products, priceOn);
  return {
    customers,
    segment_history: makeSegments(customers),
    categories,
    products,
    price_history,
    product_tags: makeTags(),
    stores,
    orders,
    order_items: items,
    ...makeFulfilment(orders, items),
    promotions,
  };
}

function makeCustomers(): Value[][] {
  const choose = stream('customers');
  const from = day('2022-01-01');
  const days = Array.from(
    { length: customerCount },
    () => from + Math.floor(choose.next() ** 0.8 * 1_060),
  ).sort((a, b) => a - b);
  const rows: Value[][] = [];
  for (const [index, signedUp] of days.entries()) {
    const first = choose.pick(firstNames);
    const last = choose.pick(lastNames);
    const twin = index > 100 && choose.chance(0.02) ? rows[choose.below(index)] : undefined;
    const taken = twin?.[1] ?? null;
    const email =
      taken === null
        ? `${first}.${last}${choose.below(900)}@${choose.pick(['mail', 'post', 'web'])}.example`.toLowerCase()
        : (taken as string);
    const closed = choose.chance(0.04);
    rows.push([
      index + 1,
      twin !== undefined
        ? email.charAt(0).toUpperCase() + email.slice(1)
        : choose.chance(0.03)
          ? null
          : email,
      twin !== undefined ? (twin[2] as string) : `${first} ${last}`,
      choose.chance(0.02)
        ? null
        : choose.pickWeighted(['DE', 'FR', 'NL', 'AT', 'IT', 'ES', 'GB', 'US'], (code) =>
            code === 'DE' ? 6 : code === 'FR' ? 3 : 1,
          ),
      signedUp * daySeconds + choose.below(daySeconds),
      index > 20 && choose.chance(0.2) ? choose.below(index) + 1 : null,
      choose.chance(0.2) ? null : choose.chance(0.56),
      closed ? (signedUp + 40 + choose.below(600)) * daySeconds + choose.below(daySeconds) : null,
    ]);
  }
  return rows;
}

function makeSegments(customers: Rows): Value[][] {
  const choose = stream('segments');
  return customers.flatMap((customer) => {
    const periods: Value[][] = [];
    let from = Math.floor((customer[4] as number) / daySeconds);
    let segment = 'new';
    for (let step = choose.below(4); step > 0; step--) {
      const to = from + 60 + choose.below(240);
      periods.push([customer[0] as number, segment, from, to]);
      from = to;
      segment = choose.pick(['regular', 'vip', 'dormant', 'regular'].filter((other) => other !== segment));
    }
    periods.push([customer[0] as number, segment, from, null]);
    return periods;
  });
}

function makeProducts(): {
  categories: Value[][];
  products: Value[][];
  price_history: Value[][];
  priceOn: (product: number, onDay: number) => number;
} {
  const choose = stream('products');
  const categories: Value[][] = departments.map(({ name }, index) => [index + 1, name, null]);
  for (const [index, { categories: names }] of departments.entries()) {
    for (const name of names) categories.push([categories.length + 1, name, index + 1]);
  }
  const leaves = categories
    .filter((category) => category[2] !== null)
    .map((category) => category[0] as number);
  const products: Value[][] = [];
  const price_history: Value[][] = [];
  const periods = new Map<number, [from: number, price: number][]>();
  for (let id = 1; id <= productCount; id++) {
    const launched = day('2022-06-01') + Math.floor(choose.next() ** 2 * 760);
    const discontinued = choose.chance(0.15) ? launched + 200 + choose.below(400) : null;
    products.push([
      id,
      `SKU-${String((id * 7919) % 100_000).padStart(5, '0')}`,
      `${choose.pick(productWords.qualities)} ${choose.pick(productWords.things)}`,
      choose.chance(0.01) ? null : choose.pick(leaves),
      choose.chance(0.05) ? null : choose.pick(productWords.brands),
      launched,
      discontinued,
      choose.chance(0.06) ? null : choose.below(1_200) / 100 + 0.05,
    ]);
    let price = Math.round(500 * Math.exp(choose.next() * 4.2)) - 1;
    const margin = 0.45 + choose.next() * 0.35;
    let from = launched;
    const own: [number, number][] = [];
    const changes = choose.below(5);
    for (let change = 0; change <= changes; change++) {
      const to = change === changes ? discontinued : from + 50 + choose.below(220);
      const ends = to === null || (discontinued !== null && to >= discontinued) ? discontinued : to;
      price_history.push([id, price, choose.chance(0.04) ? null : Math.round(price * margin), from, ends]);
      own.push([from, price]);
      if (ends === discontinued) break;
      from = to ?? from;
      price = Math.max(99, Math.round(price * (0.85 + choose.next() * 0.35)));
    }
    periods.set(id, own);
  }
  const priceOn = (product: number, onDay: number): number => {
    const own = periods.get(product) ?? [];
    return (own.findLast(([from]) => from <= onDay) ?? own[0] ?? [0, 100])[1];
  };
  return { categories, products, price_history, priceOn };
}

function makeTags(): Value[][] {
  const choose = stream('tags');
  return Array.from({ length: productCount }, (_, index) =>
    choose
      .sample(['bestseller', 'eco', 'fragile', 'gift', 'new', 'sale'], choose.pick([0, 1, 1, 2, 2, 3]))
      .sort()
      .map((tag): Value[] => [index + 1, tag]),
  ).flat();
}

function makeStores(): Value[][] {
  const choose = stream('stores');
  return cities.map(([city, country, zone], index) => [
    index + 1,
    `${city} ${choose.pick(['Centre', 'Station', 'Market', 'Old Town'])}`,
    city,
    country,
    zone,
    day('2021-03-01') + choose.below(700),
    choose.chance(0.12) ? day('2024-02-01') + choose.below(250) : null,
  ]);
}

function makePromotions(): Value[][] {
  const choose = stream('promotions');
  return Array.from({ length: 28 }, (_, index) => {
    const starts = firstOrder + index * 26 + choose.below(9);
    return [
      `${choose.pick(['SPRING', 'HELLO', 'THANKS', 'FLASH', 'FRIEND'])}${index + 10}`,
      choose.pick([5, 10, 15, 20, 25]),
      starts,
      starts + 13 + choose.below(30),
      choose.chance(0.4) ? choose.pick(['web', 'app']) : null,
    ];
  });
}
