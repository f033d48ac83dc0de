import { PawlError } from '../../errors.js';
import { sha256 } from '../../hash.js';
import { Markup, markup } from './markup.js';
import { isDisplayable, type Displayable, type MimeBundle } from './mime-bundle.js';
import { stepperScript } from './stepper-script.js';

/** What a step shows: text (a paragraph a blank line apart) or anything with a `toMimeBundle`. */
export type StepPart = string | Displayable;

/** One step of a story. */
export interface Step {
  readonly title: string;
  readonly body: StepPart | readonly StepPart[];
}

/**
 * A story in steps for a notebook: one step at a time with buttons and arrow keys where scripts run (a trusted notebook),
 * a numbered list of all steps where they do not. Everything is inside the output: no network, no other file.
 *
 * @throws PawlError `bad-input` for no steps
 * @example
 * stepper([
 *   { title: 'The text', body: 'ARR [m:arr_q3] grew strongly.' },
 *   { title: 'What the rubric sees', body: table([{ dimension: 'metric discipline', score: 1 }]) },
 * ]);
 */
export function stepper(steps: readonly Step[]): Displayable {
  if (steps.length === 0) {
    throw new PawlError('bad-input', 'stepper: no steps', {
      hint: "e.g. stepper([{ title: 'The text', body: '…' }])",
    });
  }
  return {
    toMimeBundle: async (): Promise<MimeBundle> => {
      const shown: { title: string; html: Markup[]; text: string[] }[] = [];
      for (const step of steps) {
        const parts = typeof step.body === 'string' || !Array.isArray(step.body) ? [step.body] : step.body;
        const drawn = [];
        for (const part of parts as readonly StepPart[]) drawn.push(await partOf(part));
        shown.push({
          title: step.title,
          html: drawn.map((one) => one.html),
          text: drawn.map((one) => one.text),
        });
      }
      const list = markup`<ol style="padding-left:1.4em">${shown.map(
        (step, index) =>
          markup`<li value="${index + 1}" data-pawl-step="" style="margin-bottom:.8em"><p><b>${step.title}</b></p>${step.html}</li>`,
      )}</ol>`;
      const id = `pawl-${sha256(list.text).slice(0, 12)}`;
      return {
        data: {
          'text/html': `<div data-pawl-stepper="${id}">${list.text}</div><script>${stepperScript(id)}</script>`,
          'text/plain': shown
            .map((step, index) => `${index + 1}. ${step.title}\n${indented(step.text.join('\n'))}`)
            .join('\n'),
        },
      };
    },
  };
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '   ');
}

/**
 * A part as markup and as text. HTML comes from our own displays; a drawing goes in as a PNG, which front ends keep where
 * they strip SVG from pages that are not trusted.
 */
async function partOf(part: StepPart): Promise<{ html: Markup; text: string }> {
  if (!isDisplayable(part)) {
    const paragraphs = part.split(/\n\s*\n/);
    return {
      html: markup`${paragraphs.map((one) => markup`<p style="white-space:pre-line">${one}</p>`)}`,
      text: part,
    };
  }
  const { data, metadata } = await part.toMimeBundle();
  const { 'text/html': html, 'image/png': png, 'text/plain': text } = data;
  const words = typeof text === 'string' ? text : '';
  if (typeof html === 'string') return { html: new Markup(html), text: words };
  if (typeof png === 'string') {
    const { width } = (metadata?.['image/png'] ?? {}) as { readonly width?: number };
    return {
      html: markup`<p><img alt="${words}" ${width === undefined ? '' : markup`width="${width}" `}style="max-width:100%" src="data:image/png;base64,${png}"></p>`,
      text: words,
    };
  }
  return { html: markup`<pre>${words}</pre>`, text: words };
}
