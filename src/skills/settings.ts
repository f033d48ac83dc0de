/** The guards of the skill loop; all on in the Ratchet loop, each a switch for the ablations. */
export interface SkillGuards {
  /** Skills with at least `retirement.trials` routed trials and a low score retire. */
  readonly skillRetirement: boolean;
  /** At most `activeCap` skills are active; the lowest score leaves. */
  readonly activeCap: boolean;
  /** A held-out score that stays below the running best restores the best round's library. */
  readonly rollback: boolean;
}

/** Which train attempts become capsules (SIMULATION, section 2; docs/decisions). */
export type CapsuleRule = 'failed-only' | 'all-attempts';

/** What the training grader's ABSTAIN means in a skill phase: no trial and no capsule by verdict, or a pass (naive). */
export type AbstainInTraining = 'ungraded' | 'pass';

/** The repair of the report episode: a value-erasure check at the capsule gate, rewritten hints, and how far these reach. */
export interface Repair {
  readonly gate: boolean;
  readonly hints: boolean;
  readonly scope: 'gate-failures' | 'metric-discipline';
}

/** Every knob of the skill loop (PAPER, the Ratchet table). */
export interface SkillSettings {
  readonly guards: SkillGuards;
  readonly capsuleRule: CapsuleRule;
  readonly abstainInTraining: AbstainInTraining;
  readonly repair: Repair;
  /** False = skills are never put into a prompt ("unplugged"). */
  readonly injection: boolean;
  readonly activeCap: number;
  readonly retirement: { readonly trials: number; readonly score: number };
  readonly router: { readonly seesAll: number; readonly perRanking: number };
  /** Similarity from which two patterns are one, a cluster is covered, a skill is a duplicate. */
  readonly similarity: { readonly pattern: number; readonly covered: number; readonly duplicate: number };
  readonly synthesis: {
    readonly windowRounds: number;
    readonly minimumCluster: number;
    readonly newPerRound: number;
  };
  readonly maximumCharacters: number;
  readonly rollback: { readonly margin: number; readonly rounds: number };
}

/** The published settings. The repair is on, as in the main tables; it does nothing in families without evidence tags. */
export const ratchetSettings: SkillSettings = {
  guards: { skillRetirement: true, activeCap: true, rollback: true },
  capsuleRule: 'all-attempts',
  abstainInTraining: 'ungraded',
  repair: { gate: true, hints: true, scope: 'metric-discipline' },
  injection: true,
  activeCap: 50,
  retirement: { trials: 100, score: -0.1 },
  router: { seesAll: 20, perRanking: 10 },
  similarity: { pattern: 0.85, covered: 0.85, duplicate: 0.85 },
  synthesis: { windowRounds: 6, minimumCluster: 3, newPerRound: 2 },
  maximumCharacters: 1500,
  rollback: { margin: 0.1, rounds: 5 },
};
