import { writeFileSync } from 'node:fs';
import { configSchema } from '../src/cli/config-schema.js';
import { buildProgram } from '../src/cli/program.js';
import { dataPath } from '../src/data-folder.js';

// Writes data/config-schema.json anew: after a command or an option has changed.
const path = dataPath('config-schema.json');
writeFileSync(path, `${JSON.stringify(configSchema(buildProgram()), null, 2)}\n`);
console.log(path);
