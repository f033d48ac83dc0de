import type { PreparedItem } from '../grader/item.js';
import type { Cluster } from '../roles/roles.js';
import type { RoundContext } from './context.js';

/** A recurring failure class among the misses, or among the gaps. */
export interface GatheredCluster {
  readonly failureClass: string;
  readonly origin: Cluster['origin'];
  /** At least two. */
  readonly items: readonly PreparedItem[];
}

/**
 * Clusters misses and gaps by the family's closed taxonomy. A miss belongs to every class that the teacher named; a gap to
 * the class that an observer reads in it, if any. Clusters need two members.
 *
 * @param misses positions in dev
 * @param gapPositions positions in train
 * @returns anchor misses first, then the largest clusters, then by name
 */
export async function gatherClusters(
  misses: readonly number[],
  gapPositions: readonly number[],
  context: RoundContext,
): Promise<GatheredCluster[]> {
  const clusters = new Map<
    string,
    { failureClass: string; origin: Cluster['origin']; items: PreparedItem[] }
  >();
  const add = (failureClass: string, origin: Cluster['origin'], item: PreparedItem): void => {
    if (!context.family.taxonomy.includes(failureClass)) return;
    const key = `${failureClass}|${origin}`;
    const cluster = clusters.get(key) ?? { failureClass, origin, items: [] };
    cluster.items.push(item);
    clusters.set(key, cluster);
  };

  for (const { label, prepared } of misses.flatMap((index) => context.dev[index] ?? [])) {
    for (const failureClass of label.failureClasses) add(failureClass, 'miss', prepared);
  }
  const gaps = gapPositions.flatMap((index) => context.train[index] ?? []);
  const classes = await Promise.all(
    gaps.map(async ({ item, root }) => context.roles.classify({ item, facts: root.facts, draw: 'gap' })),
  );
  for (const [index, item] of gaps.entries()) {
    const failureClass = classes[index] ?? null;
    if (failureClass !== null) add(failureClass, 'gap', item);
  }

  return [...clusters.values()]
    .filter(({ items }) => items.length >= 2)
    .sort(
      (a, b) =>
        Number(b.origin === 'miss') - Number(a.origin === 'miss') ||
        b.items.length - a.items.length ||
        (a.failureClass < b.failureClass ? -1 : 1),
    );
}
