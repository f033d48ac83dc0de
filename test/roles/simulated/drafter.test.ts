import { mkdtempSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dataPath } from '../../../src/data-folder.js';
import { codeTaxonomy } from '../../../src/families/code/taxonomy.js';
import { isOpName } from '../../../src/grader/expression.js';
import type { DraftRequest } from '../../../src/roles/roles.js';
import { readDraftBank, templateKinds } from '../../../src/roles/simulated/draft-bank.js';
import { simulatedDrafter, templatesFor, type DraftKind } from '../../../src/roles/simulated/drafter.js';
import { calibration, fits } from './fakes.js';

const bank = readDraftBank(dataPath('families', 'code', 'drafts'), codeTaxonomy);
const draft = simulatedDrafter(bank, calibration, '0');

function request(failureClass: string, draw: string, usedNames: readonly string[] = []): DraftRequest {
  return { cluster: { failureClass, origin: 'miss', members: [] }, usedNames, round: 3, draw };
}

/** What a draft's template is worth for the class that it was drafted for. */
function kindOf(name: string, failureClass: string): DraftKind | undefined {
  const template = bank.templates.find((one) => one.name === name);
  return template?.kind === 'good' && template.failureClass !== failureClass ? 'off-target' : template?.kind;
}

describe('simulatedDrafter', () => {
  it('draws good, over-broad, silent, broken and off-target drafts in the calibrated shares', async () => {
    const count = 2000;
    const kinds = await Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const failureClass = codeTaxonomy[index % codeTaxonomy.length] ?? 'crash';
        return kindOf((await draft(request(failureClass, `${index}`)))?.name ?? '', failureClass);
      }),
    );
    for (const [kind, share] of Object.entries(calibration.drafts.shares.value))
      expect(fits(kinds.filter((one) => one === kind).length, count, share), kind).toBe(true);
  });

  it('has a template of every sort for every class', () => {
    for (const failureClass of codeTaxonomy)
      for (const kind of [...templateKinds, 'off-target' as const])
        expect(
          templatesFor(bank, kind, failureClass).length,
          `${kind} ${failureClass}`,
        ).toBeGreaterThanOrEqual(2);
  });

  it('makes ops for the cluster, named as no other', async () => {
    const used: string[] = [];
    for (let index = 0; index < 150; index++) {
      const op = await draft(request('off-by-one', `${index}`, used));
      if (op === null) throw new Error('no draft');
      expect(used).not.toContain(op.name);
      expect(isOpName(op.name)).toBe(true);
      expect(op).toMatchObject({ failureClass: 'off-by-one', origin: 'miss', bornAt: 3 });
      expect(op.check.kind === 'question').toBe(op.tier === 'judge');
      expect(op.description).toContain('not a language model');
      used.push(op.name);
    }
  });

  it('fills in parameters, so that drafts of one template differ', async () => {
    const drafts = await Promise.all(
      Array.from({ length: 400 }, (_, index) => draft(request('dropped-guard', `${index}`))),
    );
    const edges = drafts.filter((op) => op?.name === 'raises_on_edge_input').map((op) => op?.check);
    const sources = new Set(
      edges.map((check) => (check?.kind === 'python' ? /^EDGES = .*$/m.exec(check.source)?.[0] : '')),
    );
    expect([...sources].sort()).toEqual(
      [
        "EDGES = ('empty', 'zero', 'negative', 'single')",
        "EDGES = ('empty', 'zero')",
        "EDGES = ('empty', 'zero', 'single')",
        "EDGES = ('empty',)",
      ].sort(),
    );
  });

  it('is fixed by draw and seed', async () => {
    expect(await simulatedDrafter(bank, calibration, '0')(request('crash', '1'))).toEqual(
      await draft(request('crash', '1')),
    );
    const others = await Promise.all(
      ['1', '2', '3', '4'].map((seed) => simulatedDrafter(bank, calibration, seed)(request('crash', '1'))),
    );
    expect(new Set(others.map((op) => op?.name)).size).toBeGreaterThan(1);
  });
});

describe('readDraftBank', () => {
  it('names every file with a problem', () => {
    const folder = mkdtempSync(join(tmpdir(), 'pawl-drafts-'));
    for (const kind of templateKinds) mkdirSync(join(folder, kind));
    const header = '# failure class: crash\n# tier: static\n# description: looks\n';
    writeFileSync(join(folder, 'good', 'fine.py'), `${header}\ndef check(item):\n    return 'CLEAN'\n`);
    writeFileSync(
      join(folder, 'good', 'typo.py'),
      header.replace('crash', 'crush') + '\ndef check(item): pass\n',
    );
    writeFileSync(
      join(folder, 'broken', 'unset.py'),
      `${header}# parameter MOST: 1 | 2\n\ndef check(item): pass\n`,
    );
    expect(() => readDraftBank(folder, ['crash'])).toThrow(
      /good\/typo\.py: unknown failure class 'crush'[\s\S]*broken\/unset\.py: no line 'MOST = 1'/,
    );
  });
});
