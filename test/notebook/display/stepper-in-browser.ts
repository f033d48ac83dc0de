// Opens a stepper in headless Chromium and steps through it with keys and buttons; exits 1 when it does not step.
// npx tsx test/notebook/display/stepper-in-browser.ts [path of Chromium]
import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';
import { diff, stepper, table } from '../../../src/notebook/display/index.js';

const bundle = await stepper([
  { title: 'The text', body: 'ARR [m:arr_q3] grew.' },
  { title: 'The rubric', body: table([{ dimension: 'metric discipline', score: 1 }]) },
  { title: 'The repair', body: diff('ARR [m:arr_q3]', 'ARR of 4.2 M [m:arr_q3]') },
]).toMimeBundle();

const browser = await chromium.launch({
  executablePath: process.argv[2] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  const page = await browser.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.setContent(`${String(bundle.data['text/html'])}<p>after</p>`);
  const shown = async (): Promise<string> => {
    const steps = page.locator('[data-pawl-step]');
    const visible = await Promise.all((await steps.all()).map((step) => step.isVisible()));
    return visible.map((seen) => (seen ? 'x' : '-')).join('');
  };
  const walk = [await shown()];
  await page.focus('[data-pawl-stepper]');
  for (const key of ['ArrowRight', 'End', 'ArrowRight', 'Home', 'ArrowLeft']) {
    await page.keyboard.press(key);
    walk.push(await shown());
  }
  await page.click('button[aria-label="next step"]');
  walk.push(await shown());
  assert.deepEqual(walk, ['x--', '-x-', '--x', '--x', 'x--', 'x--', '-x-']);
  assert.equal(await page.textContent('[aria-live]'), '2 of 3');
  assert.deepEqual(asked, []);
} finally {
  await browser.close();
}
process.stdout.write('the stepper steps with keys and buttons, and asks no network\n');
