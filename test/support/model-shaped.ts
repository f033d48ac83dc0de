import { hashedUnit } from '../../src/random.js';
import type { MessagesBody } from './fake-messages-server.js';

/**
 * Answers as a model would that reads who is asked from the schema and what is asked from the prompt: sections of a report
 * that are good or lack something, readers who see what they lack, detectors and advice that can be used.
 *
 * @param occurrence how often the same request came before: draws differ, runs do not
 */
export function modelShaped(body: MessagesBody, occurrence: number): string {
  const prompt = body.messages[0]?.content ?? '';
  const chance = (purpose: string): number => hashedUnit('model-shaped', prompt, occurrence, purpose);
  const members = Object.keys(body.output_config?.format.schema.properties ?? {});
  const asks = (name: string): boolean => members.includes(name);
  if (members.length === 0) return section(prompt, chance);
  if (asks('ok')) return JSON.stringify({ ok: true });
  return JSON.stringify(structured(prompt, asks, chance));
}

type Chance = (purpose: string) => number;

function structured(prompt: string, asks: (name: string) => boolean, chance: Chance): object {
  const lacks = whatLacks(block(prompt, 'output'));
  const wrong = lacks.length > 0 !== chance('errs') < 0.05;
  const reason = `lacks ${lacks.join(', ') || 'nothing'}`;
  if (asks('label')) {
    const named = lacks.length === 0 ? ['missing-section'] : lacks;
    return { reason, label: wrong ? 'FAIL' : 'PASS', failureClasses: wrong ? named : [] };
  }
  if (asks('answer')) return { reason, answer: wrong ? 'yes' : 'no' };
  if (asks('influence')) {
    const pattern = lacks[0] ?? '';
    const influence = prompt.includes('There was no advice') ? 'INAPPLICABLE' : wrong ? 'NEUTRAL' : 'HELPED';
    return { reason, influence, pattern, failureClass: lacks[0] ?? 'none', confidence: 'MEDIUM' };
  }
  if (asks('failureClass')) return { reason, failureClass: lacks[0] ?? 'none' };
  if (asks('expressions')) {
    const names = [...prompt.matchAll(/^- (\w+) \[/gm)].map((match) => match[1] ?? '');
    const some = names.filter((name) => chance(name) < 0.4).slice(0, 3);
    return {
      expressions: [`(any ${(some.length === 0 ? names.slice(0, 1) : some).join(' ')})`, names[0] ?? 'none'],
    };
  }
  if (asks('check')) return detector(prompt, chance);
  if (asks('usable')) return skill(prompt);
  if (asks('choice')) return { reason: 'it fits', choice: chance('route') < 0.7 ? '1' : 'none' };
  return {
    reasons: ['it is fuller'],
    winner: block(prompt, 'first').length >= block(prompt, 'second').length ? 'first' : 'second',
  };
}

/** The text between a tag `<label-…>` and its end. */
function block(prompt: string, label: string): string {
  return new RegExp(`<(${label}-[0-9a-f]+)>\\n([^]*?)\\n</\\1>`).exec(prompt)?.[2] ?? '';
}

function whatLacks(text: string): string[] {
  return [
    ...(text.includes('### Outlook') ? [] : ['missing-section']),
    ...(/\[m:/.test(text) ? [] : ['untagged-value']),
  ];
}

/** A section from the cards in the prompt; advice makes it better. */
function section(prompt: string, chance: Chance): string {
  const cards = [...prompt.matchAll(/^- (\w+) \| (.+?) \| (.+?) \| (\w+) \|/gm)];
  const advised = prompt.includes('<advice-');
  const tagged = chance('tags') < (advised ? 0.95 : 0.5);
  const outlook = chance('outlook') < (advised ? 0.95 : 0.6);
  const sentences = cards
    .filter(([, , , , status]) => status !== 'withdrawn')
    .map(([, id, metric, value, status]) => {
      const start =
        status === 'low' ? `Preliminary data suggest that ${metric} was about` : `The ${metric} was`;
      return `${start} ${value}${tagged ? ` [m:${id}]` : ''}.`;
    });
  const parts = ['## Section', '', sentences.join(' '), '', '### Risks', '', 'Demand may weaken.'];
  if (outlook) parts.push('', '### Outlook', '', 'The evidence suggests a stable quarter, which may change.');
  return parts.join('\n');
}

function detector(prompt: string, chance: Chance): object {
  const taken = /Names that are taken: (.*)/.exec(prompt)?.[1] ?? '';
  const missing = prompt.includes('Failure class: missing-section');
  const found = missing ? "'### Outlook' in item['output']" : "'[m:' in item['output']";
  return {
    name: `lacks_${missing ? 'part' : 'tag'}_${taken.split(',').length}`,
    tier: chance('tier') < 0.2 ? 'judge' : 'static',
    description: 'something that the brief asks for is not there',
    check:
      chance('tier') < 0.2
        ? 'Does the section lack something that its brief asks for?'
        : `def check(item):\n    return 'CLEAN' if ${found} else 'DRAWBACK'\n`,
  };
}

function skill(prompt: string): object {
  const failureClass = /Failure class: (.*)/.exec(prompt)?.[1] ?? '';
  return {
    usable: true,
    name: `Mind ${failureClass}`,
    intent: 'Leave nothing out that the brief asks for.',
    description: 'Check the section against the brief.',
    signalsMatch: ['section', 'report'],
    preconditions: [],
    appliesWhen: 'a section of a report is written',
    keyInsight: 'State each value with its tag, and end with risks and outlook.',
    commonPitfalls: ['values without tags'],
    verifyBeforeReturning: ['every card is cited'],
  };
}
