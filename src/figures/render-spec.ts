import { PawlError } from '../errors.js';
import { textWidth } from './text-width.js';
import { fontFamily } from './theme.js';
import type { ChartSpec } from './vega-spec.js';

/** What Vega says while it works. A dataflow that failed still draws something, so complaints are kept and thrown. */
function complaintBook(): { logger: object; complaints: string[] } {
  const complaints: string[] = [];
  const keep = (...parts: unknown[]): unknown => {
    complaints.push(parts.map((part) => (part instanceof Error ? part.message : String(part))).join(' '));
    return logger;
  };
  const ignore = (): unknown => logger;
  const logger = {
    level: (given?: number): unknown => (given === undefined ? 2 : logger),
    error: keep,
    warn: keep,
    info: ignore,
    debug: ignore,
  };
  return { logger, complaints };
}

function refuse(complaints: readonly string[], what: string): void {
  if (complaints.length === 0) return;
  throw new PawlError('bad-input', `${what}: ${[...new Set(complaints)].join('; ')}`, {
    hint: 'Vega draws something even then; mend the specification so that it draws what is meant',
  });
}

const noLoader = {
  options: {},
  load: async (address: string): Promise<string> => {
    throw new Error(
      `'${address}' would have to be loaded; put the data into the specification (data.values)`,
    );
  },
  sanitize: async (address: string): Promise<{ href: string }> => ({ href: address }),
  http: async (): Promise<string> => '',
  file: async (): Promise<string> => '',
};

/** Turns a Vega-Lite specification into a Vega one; the compiler is loaded on first use. */
export async function compileVegaLite(spec: ChartSpec): Promise<ChartSpec> {
  const { compile } = await import('vega-lite');
  const { logger, complaints } = complaintBook();
  type Compile = (spec: unknown, options: unknown) => { spec: unknown };
  let compiled: ChartSpec;
  try {
    compiled = (compile as unknown as Compile)(spec, { logger, config: { font: fontFamily } })
      .spec as ChartSpec;
  } catch (cause) {
    throw new PawlError('bad-input', `this is no Vega-Lite chart: ${String(cause)}`, { cause });
  }
  refuse(complaints, 'the Vega-Lite chart has faults');
  return compiled;
}

/**
 * Draws a Vega specification without a screen, a canvas or a network. Text is measured by the committed table, so the
 * drawing is the same on every machine.
 *
 * @returns one `<svg>` element
 * @throws PawlError `bad-input` with everything that Vega complained about, warnings included
 */
export async function renderSpec(spec: ChartSpec): Promise<string> {
  const vega = await import('vega');
  const metrics = (vega as unknown as { textMetrics: VegaTextMetrics }).textMetrics;
  metrics.width = measured;
  const { logger, complaints } = complaintBook();
  let view;
  try {
    view = new vega.View(vega.parse(spec), {
      renderer: 'none',
      logger: logger as never,
      loader: noLoader,
    });
  } catch (cause) {
    throw new PawlError('bad-input', `this is no Vega chart: ${String(cause)}`, { cause });
  }
  try {
    await view.runAsync();
    refuse(complaints, 'the chart has faults');
    (vega as unknown as { resetSVGDefIds: () => void }).resetSVGDefIds();
    const svg = await view.toSVG();
    refuse(complaints, 'the chart has faults');
    return svg;
  } finally {
    view.finalize();
  }
}

interface VegaTextItem {
  readonly fontSize?: number;
  readonly fontWeight?: number | string;
}
interface VegaTextMetrics {
  width: (item: VegaTextItem, text: unknown) => number;
}

function measured(item: VegaTextItem, text: unknown): number {
  if (text === null || text === undefined) return 0;
  const weight = item.fontWeight === 'bold' || Number(item.fontWeight) >= 600 ? 600 : 400;
  const written = typeof text === 'string' ? text : JSON.stringify(text);
  return textWidth(written, item.fontSize ?? 11, weight);
}
