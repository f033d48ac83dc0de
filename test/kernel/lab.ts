import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chromium, type Locator, type Page } from 'playwright-core';
import { CheckFailed, holds, NotRun, type Checks } from './checks.js';
import type { Jupyter } from './jupyter.js';
import { checkout, makeFolder, writeSource } from './notebooks.js';

const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** Git-ignored with everything else that checks leave. */
const pictures = join(checkout, 'coverage', 'kernel-screenshots');

const chart = `const chart = {
  toMimeBundle: () => ({
    data: {
      'application/vnd.vegalite.v5+json': {
        $schema: 'https://vega.github.io/schema/vega-lite/v5.json',
        data: { values: [{ a: 'x', b: 3 }, { a: 'y', b: 5 }] },
        mark: 'bar',
        encoding: { x: { field: 'a', type: 'nominal' }, y: { field: 'b', type: 'quantitative' } },
      },
      'text/plain': 'a bar chart',
    },
  }),
};
chart`;
const failing = `interface Row {
  score: number;
}
function scoreOf(row: Row | undefined): number {
  return (row as Row).score;
}

scoreOf(undefined);`;

/** JupyterLab in a headless browser: what a person sees. */
export async function checkLab({ check }: Checks, jupyter: Jupyter, scratch: string): Promise<void> {
  const executablePath = browsers.find((path) => existsSync(path));
  if (executablePath === undefined) {
    await check('JupyterLab', () => Promise.reject(new NotRun('no Chromium is installed')));
    return;
  }
  mkdirSync(pictures, { recursive: true });
  const folder = makeFolder(scratch, 'lab');
  writeSource(join(folder, 'seen.ipynb'), [
    "import * as aq from 'arquero';\nconst answer: number = 42;\nanswer",
    chart,
    "aq.table({ family: ['code', 'sql'], score: [0.65, 0.5] })",
    'await new Promise((resolve) => setTimeout(resolve, 1));\nconst late = "after an await";\nlate',
  ]);
  writeSource(join(folder, 'fails.ipynb'), [failing]);
  writeSource(join(folder, 'loops.ipynb'), [
    "await null;\nconsole.log('looping');\nfor (;;);",
    "'still here'",
  ]);
  const port = await freePort();
  const server = startLab(jupyter, folder, port);
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--no-first-run',
      '--disable-sync',
    ],
  });
  try {
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 1400 } })).newPage();
    await reach(port);
    const shot = (name: string): Promise<unknown> => page.screenshot({ path: join(pictures, `${name}.png`) });
    const openNotebook = async (name: string): Promise<Locator> => {
      await page.goto(`http://127.0.0.1:${port}/lab/tree/${name}?token=pawl&reset`, { timeout: 60_000 });
      const panel = page.locator('.jp-NotebookPanel:not(.lm-mod-hidden)');
      await panel.locator('.jp-CodeCell').first().waitFor({ timeout: 60_000 });
      await page
        .locator('.jp-Toolbar-kernelName', { hasText: 'Pawl (TypeScript)' })
        .first()
        .waitFor({ timeout: 30_000 });
      return panel;
    };

    await check('JupyterLab: run all, a result, a chart, a table', async () => {
      const panel = await openNotebook('seen.ipynb');
      await menu(page, 'Run', 'Run All Cells');
      await panel
        .locator('.jp-OutputArea-output', { hasText: 'after an await' })
        .waitFor({ timeout: 60_000 });
      await panel.locator('.jp-OutputArea-output', { hasText: '42' }).first().waitFor();
      await panel.locator('.vega-embed svg, .vega-embed canvas').first().waitFor({ timeout: 30_000 });
      await panel.locator('.jp-OutputArea-output table').first().waitFor();
      await shot('run-all');
      const drawn = await panel.locator('.vega-embed').count();
      holds(drawn === 1, `the chart is drawn ${drawn} times`);
      const prompts = await panel.locator('.jp-InputPrompt').allInnerTexts();
      holds(prompts.join('') === '[1]:[2]:[3]:[4]:', prompts.join(''));
      return `numbered ${prompts.join(' ')}, one chart, one table`;
    });

    await check('JupyterLab: an error with the right line', async () => {
      const panel = await openNotebook('fails.ipynb');
      await menu(page, 'Run', 'Run All Cells');
      const error = panel.locator(
        '.jp-OutputArea-output[data-mime-type="application/vnd.jupyter.error"], .jp-OutputArea-output[data-mime-type="application/vnd.jupyter.stderr"]',
      );
      await error.first().waitFor({ timeout: 60_000 });
      const text = await error.first().innerText();
      await shot('error');
      holds(text.includes('--> 5 |   return (row as Row).score;'), text);
      holds(text.includes('cell [1]:8:1'), text);
      return 'line 5 of the function, line 8 of the call';
    });

    await check('JupyterLab: an interrupted loop behind an await', async () => {
      const panel = await openNotebook('loops.ipynb');
      await panel.locator('.jp-CodeCell').first().click();
      await page.keyboard.press('Shift+Enter');
      await panel.locator('.jp-OutputArea-output', { hasText: 'looping' }).waitFor({ timeout: 60_000 });
      await menu(page, 'Kernel', 'Interrupt Kernel');
      await panel
        .locator('.jp-OutputArea-output', { hasText: 'KeyboardInterrupt' })
        .waitFor({ timeout: 20_000 });
      await panel.locator('.jp-CodeCell').nth(1).click();
      await page.keyboard.press('Shift+Enter');
      await panel.locator('.jp-OutputArea-output', { hasText: 'still here' }).waitFor({ timeout: 20_000 });
      await shot('interrupted');
      return 'stopped, and the next cell ran';
    });

    await check('JupyterLab: a restarted kernel', async () => {
      const panel = await openNotebook('seen.ipynb');
      await menu(page, 'Kernel', 'Restart Kernel and Run All Cells…');
      await page.locator('.jp-Dialog .jp-mod-accept').click();
      await page.locator('.jp-Dialog').waitFor({ state: 'detached' });
      await panel
        .locator('.jp-OutputArea-output', { hasText: 'after an await' })
        .waitFor({ timeout: 60_000 });
      await panel.locator('.jp-InputPrompt', { hasText: '[4]:' }).waitFor({ timeout: 30_000 });
      await shot('restarted');
      return 'all cells ran again, counted from one';
    });
  } finally {
    await browser.close();
    process.kill(-(server.pid ?? 0), 'SIGTERM');
  }
}

async function menu(page: Page, name: string, entry: string): Promise<void> {
  await page.locator('.lm-MenuBar-item', { hasText: new RegExp(`^${name}$`) }).click();
  await page.locator('.lm-Menu-item', { hasText: entry }).first().click();
}

function startLab({ program, environment }: Jupyter, folder: string, port: number): ChildProcess {
  const words = [
    'lab',
    '--no-browser',
    '--allow-root',
    `--port=${port}`,
    '--ip=127.0.0.1',
    `--ServerApp.root_dir=${folder}`,
    '--IdentityProvider.token=pawl',
    '--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate',
    '--LabApp.news_url=None',
  ];
  return spawn(program('jupyter'), words, {
    env: { ...process.env, ...environment },
    stdio: 'ignore',
    detached: true,
  });
}

async function reach(port: number): Promise<void> {
  const until = performance.now() + 60_000;
  while (performance.now() < until) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/status?token=pawl`).catch(() => undefined);
    if (answer?.ok === true) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new CheckFailed('JupyterLab did not answer within a minute');
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
