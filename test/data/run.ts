import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { NotRun, type DataCheck } from './check.js';

const folder = process.argv[2];
if (folder === undefined || !existsSync(folder)) {
  console.error(folder === undefined ? 'usage: npm run test:data -- FOLDER' : `${folder}: no such folder`);
  process.exit(2);
}

const helpers = ['run.ts', 'check.ts'];
const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.ts') && !helpers.includes(file));
const counts = { passed: 0, failed: 0, notRun: 0 };
for (const file of files.sort()) {
  const { checks } = (await import(`./${file}`)) as { checks: readonly DataCheck[] };
  for (const check of checks) {
    const path = join(folder, check.needs);
    if (!existsSync(path)) {
      counts.notRun++;
      console.log(`not run  ${check.name} (there is no ${path})`);
      continue;
    }
    const start = performance.now();
    try {
      const lines = await check.run(path);
      counts.passed++;
      console.log(`passed   ${check.name} (${seconds(start)})`);
      for (const line of lines) console.log(`         ${line}`);
    } catch (thrown) {
      if (thrown instanceof NotRun) {
        counts.notRun++;
        console.log(`not run  ${check.name} (${thrown.message})`);
        continue;
      }
      counts.failed++;
      console.log(`FAILED   ${check.name} (${seconds(start)})\n${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}`);
    }
  }
}
console.log(`${counts.passed} passed, ${counts.failed} failed${counts.notRun > 0 ? `, ${counts.notRun} not run` : ''}`);
process.exit(counts.failed > 0 ? 1 : 0);

function seconds(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
