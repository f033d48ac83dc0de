// Run in another process by render-figure.test.ts, under another time zone and language.
import { figureNames, renderFigure } from '../../src/figures/index.js';
import { sha256 } from '../../src/hash.js';
import { fixtures } from './fixtures.js';

const hashes: Record<string, string> = {};
for (const name of figureNames) hashes[name] = sha256((await renderFigure(name, fixtures[name])).svg);
process.stdout.write(JSON.stringify(hashes));
