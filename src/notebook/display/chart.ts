import { PawlError } from '../../errors.js';
import { finishSvg } from '../../figures/finish-svg.js';
import { toPng } from '../../figures/png.js';
import { compileVegaLite, renderSpec } from '../../figures/render-spec.js';
import type { Displayable, MimeBundle } from './mime-bundle.js';
import { rowsOf } from './rows-of.js';

/**
 * A Vega-Lite or Vega chart for a notebook. Front ends that draw Vega show it with tooltips; everything else, GitHub too,
 * shows the drawing, which is made here without a network. Put data into the specification (`data: { values }`); arquero
 * tables may stand there as they are.
 *
 * @param spec - a Vega-Lite specification, or a Vega one when its `$schema` says so; `title` and `description` become the
 *   drawing's words
 * @throws PawlError `bad-input` from `toMimeBundle` with what Vega complains about, warnings included
 * @example
 * chart({
 *   data: { values: [{ family: 'code', score: 0.65 }, { family: 'sql', score: 0.32 }] },
 *   mark: 'bar',
 *   encoding: { x: { field: 'score', type: 'quantitative' }, y: { field: 'family', type: 'nominal' } },
 * });
 */
export function chart(spec: object): Displayable {
  if (typeof spec !== 'object' || spec === null || Array.isArray(spec)) {
    throw new PawlError('bad-input', 'chart: expected a Vega-Lite specification, an object', {
      hint: "e.g. chart({ data: { values: rows }, mark: 'line', encoding: { … } })",
    });
  }
  const plain = plainData(spec);
  const schema = plain['$schema'];
  const isVega = typeof schema === 'string' && schema.includes('/schema/vega/');
  return {
    toMimeBundle: async (): Promise<MimeBundle> => {
      // Vega writes marks of its own into the rows that it is given: it gets a copy.
      const copy = structuredClone(plain);
      const drawn = await renderSpec(isVega ? copy : await compileVegaLite(copy));
      const words = describe(plain);
      const svg = finishSvg(drawn, words);
      const png = Buffer.from(await toPng(svg)).toString('base64');
      const width = Number(/^<svg\b[^>]*\swidth="([\d.]+)"/.exec(svg)?.[1]);
      return {
        data: {
          // Front ends know version 5 of either; a page's own HTML beside it would hide the chart, so there is none.
          ...(isVega
            ? { 'application/vnd.vega.v5+json': { ...plain, $schema: `${schemas}vega/v5.json` } }
            : { 'application/vnd.vegalite.v5+json': { ...plain, $schema: `${schemas}vega-lite/v5.json` } }),
          'image/svg+xml': svg,
          'image/png': png,
          'text/plain': `[chart] ${words.title}${words.desc === words.title ? '' : `: ${words.desc}`}`,
        },
        metadata: { 'image/png': { width: Math.round(width) } },
      };
    },
  };
}

const schemas = 'https://vega.github.io/schema/';

/** The specification as JSON would hold it, tables of data turned into rows. */
function plainData(spec: object): Record<string, unknown> {
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    if (typeof value !== 'object' || value === null) return value;
    if (value instanceof Date) return value.toISOString();
    const rows = rowsOf(value);
    if (rows !== undefined) return rows.map(copy);
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, copy(one)]));
  };
  try {
    return JSON.parse(JSON.stringify(copy(spec))) as Record<string, unknown>;
  } catch (cause) {
    throw new PawlError('bad-input', `chart: the specification is no plain data (${String(cause)})`, {
      cause,
    });
  }
}

/** Words for those who do not see the chart: its own title and description, else what is encoded. */
function describe(spec: Readonly<Record<string, unknown>>): { title: string; desc: string } {
  const given = spec['title'];
  const text = typeof given === 'object' && given !== null && 'text' in given ? given.text : given;
  const title = Array.isArray(text) ? text.join(' ') : typeof text === 'string' ? text : undefined;
  const description = typeof spec['description'] === 'string' ? spec['description'] : undefined;
  const mark = spec['mark'];
  const kind = typeof mark === 'string' ? mark : (mark as { type?: unknown } | undefined)?.type;
  const encoded = Object.entries((spec['encoding'] ?? {}) as Record<string, { field?: unknown } | null>)
    .filter(([, channel]) => typeof channel?.field === 'string')
    .map(([name, channel]) => `${name} ${String(channel?.field)}`);
  const values = (spec['data'] as { values?: unknown } | undefined)?.values;
  const made = [
    typeof kind === 'string' ? kind : 'several layers',
    ...encoded,
    ...(Array.isArray(values) ? [`${values.length} rows`] : []),
  ].join(', ');
  return { title: title ?? made, desc: description ?? made };
}
