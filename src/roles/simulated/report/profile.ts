/** How a writer treats the evidence of a section. */
export type EvidenceHabit =
  | 'pair' // every value with its tag
  | 'values' // every value, no tag
  | 'half-pair' // half of the cards, value with tag
  | 'half-values' // half of the cards, values without tags
  | 'erased-light' // a third of the values replaced by their tags
  | 'erased-heavy' // two thirds of the values replaced by their tags
  | 'invented'; // every value without a tag, one of them made up

/** Which parts of a section are written, and how the outlook sounds. */
export type Shape = 'hedged' | 'confident' | 'no-outlook' | 'bare';

/** Whether values of low status are worded with care. */
export type Care = 'careful' | 'overclaimed';

/** One way of writing a section; a task has 56 of them, so its outputs can be cached over a hundred rounds. */
export interface Profile {
  readonly evidence: EvidenceHabit;
  readonly shape: Shape;
  readonly care: Care;
}

const evidenceHabits: readonly EvidenceHabit[] = [
  'pair',
  'values',
  'half-pair',
  'half-values',
  'erased-light',
  'erased-heavy',
  'invented',
];
const shapes: readonly Shape[] = ['hedged', 'confident', 'no-outlook', 'bare'];
const cares: readonly Care[] = ['careful', 'overclaimed'];

/** All profiles, in a fixed order. */
export const profiles: readonly Profile[] = evidenceHabits.flatMap((evidence) =>
  shapes.flatMap((shape) => cares.map((care) => ({ evidence, shape, care }))),
);
