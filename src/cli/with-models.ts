import type { ModelRequest } from '../jobs/model-request.js';
import type { Models } from '../jobs/open-models.js';
import type { OpenWorld } from '../jobs/world.js';
import type { Store } from '../store/store.js';

/**
 * Looks for a key before a store is made or locked, so that its absence is told at once.
 *
 * @throws PawlError `environment`
 */
export async function checkKey(request: ModelRequest | null | undefined): Promise<void> {
  if (request === null || request === undefined) return;
  const { readEndpoint } = await import('../roles/model/credentials.js');
  readEndpoint(process.env, request.offline);
}

/** Opens the models of a request on a store; undefined with simulated roles. */
export async function modelsFor(
  request: ModelRequest | null | undefined,
  parts: { readonly store: Store; readonly openWorld: OpenWorld; readonly signal: AbortSignal },
): Promise<Models | undefined> {
  if (request === null || request === undefined) return undefined;
  const { openModels } = await import('../jobs/open-models.js');
  const { store, openWorld, signal } = parts;
  return openModels(request, { calls: store.calls, openWorld, signal, environment: process.env });
}

/**
 * What progress shows of real models: spent and cap, and the time left at the pace so far.
 *
 * @param clock milliseconds that only grow
 */
export function spendingView(
  models: Pick<Models, 'status'> | undefined,
  clock: () => number = () => performance.now(),
): (fraction: number) => string {
  let begin = clock();
  let last = 0;
  return (fraction) => {
    if (models === undefined) return '';
    // A new stage begins at its own 0.
    if (fraction < last) begin = clock();
    last = fraction;
    const left = fraction > 0 ? ((clock() - begin) * (1 - fraction)) / fraction : 0;
    return ` · ${models.status()}${fraction > 0 && fraction < 1 ? ` · ${duration(left)} left` : ''}`;
  };
}

/** e.g. `3 min`. */
function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;
}
