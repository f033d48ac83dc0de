import { allGuards, type GraderGuards } from '../evolution/guards.js';
import { defaultSettings, type EvolutionSettings } from '../evolution/settings.js';
import type { Family } from '../families/family.js';
import type { Json } from '../json.js';
import type { ModelRequest } from './model-request.js';

/** What `pawl evolve` was asked to do: stored with the run, enough to ask it again. */
export interface EvolveRequest {
  readonly family: string;
  /** Absolute path of a task file; null for the embedded pack. */
  readonly tasks: string | null;
  /** For sql tasks of a file: absolute paths of their gold material and of the DuckDB file that their queries run on. */
  readonly gold?: string | null;
  readonly database?: string | null;
  /** Absolute path of a folder of further seed ops; null for the family's own alone. */
  readonly ops: string | null;
  readonly seeds: readonly number[];
  /** Rounds of each seed in all. */
  readonly rounds: number;
  /** Null where the family's own w is used. */
  readonly consensusWeight: number | null;
  readonly lambda: number;
  readonly guards: GraderGuards;
  /** Draw pack and anchors anew for each seed. */
  readonly resampleAnchors: boolean;
  /** Sandbox children, and seeds evolved at a time: changes no result. */
  readonly jobs: number;
  /** How real models are asked; null or left out = simulated roles. */
  readonly models?: ModelRequest | null;
}

/** What is asked when nothing is said: the paper's seeds and thirty rounds. */
export const defaultRequest: Omit<EvolveRequest, 'family'> = {
  tasks: null,
  ops: null,
  seeds: [42, 7, 13],
  rounds: 30,
  consensusWeight: null,
  lambda: defaultSettings.lambda,
  guards: allGuards,
  resampleAnchors: false,
  jobs: 2,
};

/** The numbers that the loop runs with. */
export function settingsOf(
  request: EvolveRequest,
  family: Pick<Family, 'consensusWeight'>,
): EvolutionSettings {
  return {
    ...defaultSettings,
    lambda: request.lambda,
    guards: request.guards,
    consensusWeight: request.consensusWeight ?? family.consensusWeight,
  };
}

/** A request as stored in a run. It was written by this module, so its shape is not checked again. */
export function requestFromJson(json: Json): EvolveRequest {
  return json as unknown as EvolveRequest;
}

/** A request as JSON for the store. */
export function requestAsJson(request: EvolveRequest): Json {
  const { models = null, guards, ...rest } = request;
  return {
    ...rest,
    guards: { ...guards },
    ...(models === null ? {} : { models: { ...models, cast: { ...models.cast } } }),
  };
}
