import { describe, expect, it } from 'vitest';
import { checkOwnRows } from '../../../src/families/own/check-rows.js';
import { createOwnFamily } from '../../../src/families/own/family.js';
import { readOwnFolder } from '../../../src/families/own/read-folder.js';
import { makeItem } from '../../../src/grader/item.js';
import { temporaryFolders } from '../../store/helpers.js';
import { anchorRows, trainRows, writeOwnFolder, type FolderParts } from '../../support/own-folder.js';

const folder = temporaryFolders();
const check = (parts: FolderParts): string[] =>
  checkOwnRows(readOwnFolder(writeOwnFolder(folder(), parts))).map(
    ({ level, place, message }) => `${level} ${place}: ${message}`,
  );

const [first, second, third, fourth] = anchorRows;

describe('the files of a family', () => {
  it('that are in order are told so, but for the number of anchors', () => {
    expect(check({})).toEqual([
      'warning anchors.jsonl: 4 anchors (2 FAIL, 2 PASS); the method was studied with five and five',
    ]);
  });

  const cases: readonly (readonly [string, FolderParts, RegExp])[] = [
    [
      'anchors that leak into train',
      { anchors: [...anchorRows, { ...trainRows[0], label: 'FAIL' }] },
      /error anchors\.jsonl:5: leaks: the same prompt and output as train\.jsonl:1/,
    ],
    [
      'a test row that is an anchor',
      { test: [{ ...first }] },
      /error test\.jsonl:1: leaks: the same prompt and output as anchors\.jsonl:1/,
    ],
    [
      'a test row with the id of a train row',
      { test: [{ id: 't3', output: 'else', label: 'PASS' }] },
      /error test\.jsonl:1: leaks: id 't3' is in train\.jsonl:4, too/,
    ],
    [
      'contradictory anchors',
      { anchors: [...anchorRows, { ...third, id: 'a5', label: 'FAIL' }] },
      /error anchors\.jsonl:5: contradicts anchors\.jsonl:3: .* PASS there and FAIL here/,
    ],
    [
      'an anchor that is there twice',
      { anchors: [...anchorRows, { ...third, id: 'a5' }] },
      /error anchors\.jsonl:5: the same prompt and output as anchors\.jsonl:3/,
    ],
    [
      'an id that is taken',
      { anchors: [...anchorRows, { id: 'a1', output: 'new', label: 'PASS' }] },
      /error anchors\.jsonl:5: id 'a1' is taken by anchors\.jsonl:1/,
    ],
    [
      'one-class anchors',
      { anchors: [third, fourth].map((row) => ({ ...row })) },
      /error anchors\.jsonl: all 2 anchors are PASS/,
    ],
    [
      'too few of a label',
      { anchors: [first, third, fourth].map((row) => ({ ...row })) },
      /error anchors\.jsonl: 1 FAIL and 2 PASS; at least 2/,
    ],
    [
      'too many of a label',
      {
        anchors: [
          ...anchorRows,
          ...Array.from({ length: 9 }, (_, at) => ({ id: `p${at}`, output: `fine ${at}`, label: 'PASS' })),
        ],
      },
      /at most 10 of a label/,
    ],
    [
      'an anchor without a label',
      { anchors: [...anchorRows, { id: 'a5', output: 'x' }] },
      /error anchors\.jsonl:5: label: missing/,
    ],
    [
      'an unknown failure class',
      { anchors: [{ ...first, failureClasses: ['wrnog'] }, { ...second }, { ...third }, { ...fourth }] },
      /'wrnog' is not in the taxonomy; did you mean 'wrong'\?/,
    ],
    ['no anchors', { anchors: null }, /error anchors\.jsonl: missing/],
    ['an empty file of anchors', { anchors: '' }, /error anchors\.jsonl: no anchors yet/],
    ['no train', { train: null }, /error train\.jsonl: missing/],
    ['few train outputs', { train: trainRows.slice(0, 2) }, /error train\.jsonl: 2 rows; at least 4/],
    [
      'labels in train',
      { train: trainRows.map((row) => ({ ...row, label: 'PASS' })) },
      /warning train\.jsonl: 12 rows carry a label/,
    ],
    [
      'a train output that is there twice',
      { train: [...trainRows, { ...trainRows[0], id: 'again' }] },
      /warning train\.jsonl:13: the same prompt and output as train\.jsonl:1/,
    ],
    [
      'test rows without labels',
      { test: [{ id: 'x', output: 'x' }] },
      /warning test\.jsonl: 1 of 1 rows have no label/,
    ],
    ['no detectors', { ops: {} }, /error ops: no detectors/],
    [
      'a detector of an unknown class',
      {
        files: {
          'ops/odd.py':
            '# failure class: rude\n# tier: static\n# description: d\ndef check(item):\n    return 1\n',
        },
      },
      /error ops\/odd\.py: unknown failure class 'rude'/,
    ],
    [
      'a hand seed with an unknown detector',
      { settings: { handSeed: '(any sees_bod)' } },
      /handSeed: no detector 'sees_bod'; did you mean 'sees_bad'\?/,
    ],
    [
      'a hand seed that does not parse',
      { settings: { handSeed: '(any' } },
      /error family\.json: handSeed: column/,
    ],
    [
      'two files of one split',
      { files: { 'train.csv': 'output\nx\n' } },
      /train\.csv, train\.jsonl: keep one of these files/,
    ],
    ['a bad line', { train: '{"output": "x"}\n{"output": 1}\nno\n' }, /error train\.jsonl:3: /],
    [
      'labels against the comparison',
      {
        settings: { compare: 'exact' },
        anchors: anchorRows.map((row) => ({ ...row, reference: 'a thing' })),
      },
      /error anchors\.jsonl:4: labelled PASS, but comparing .* says FAIL/,
    ],
  ];
  it.each(cases)('name %s', (_, parts, message) => {
    expect(check(parts).join('\n')).toMatch(message);
  });

  it('show anchors that could be checked instead of believed', () => {
    const anchors = anchorRows.map((row) => ({
      ...row,
      reference: row['label'] === 'PASS' ? row['output'] : 'else',
    }));
    expect(check({ anchors }).join('\n')).toMatch(
      /advice anchors\.jsonl: 4 of 4 labels .* set "compare": "exact"/,
    );
  });

  it('are read as CSV, too', () => {
    const csv = [
      'id,output,label,failureClasses',
      'a1,a bad thing,FAIL,wrong;tone',
      'a2,a rude thing,FAIL,',
      'a3,a thing,PASS,',
      'a4,"another, thing",PASS,',
      '',
    ].join('\n');
    const path = writeOwnFolder(folder(), { anchors: null, files: { 'anchors.csv': csv } });
    const read = readOwnFolder(path);
    expect(read.rows.anchors.map(({ row }) => [row.output, row.label, row.failureClasses])).toEqual([
      ['a bad thing', 'FAIL', ['wrong', 'tone']],
      ['a rude thing', 'FAIL', []],
      ['a thing', 'PASS', []],
      ['another, thing', 'PASS', []],
    ]);
  });

  it('that are wrong in many ways are told in one list', () => {
    const found = check({ settings: { taxonomy: ['wrong'] }, anchors: '{"output": 1}\n{\n', ops: {} });
    expect(found.filter((line) => line.startsWith('error')).length).toBeGreaterThanOrEqual(2);
  });
});

describe('an own family', () => {
  it('is refused with every error at once', () => {
    const path = writeOwnFolder(folder(), { anchors: [{ ...third }], ops: {} });
    expect(() => createOwnFamily(readOwnFolder(path), { judge: false })).toThrow(
      /no detectors[^]*all 1 anchors are PASS/,
    );
  });

  it('knows the truth of exactly the outputs that a person labelled', async () => {
    const path = writeOwnFolder(folder(), {
      test: [{ id: 'x1', output: 'bad', label: 'FAIL', failureClasses: ['wrong'] }],
    });
    const family = createOwnFamily(readOwnFolder(path), { judge: false });
    const [task] = family.tasksOf.test;
    if (task === undefined) throw new Error('there is a test row');
    expect(await family.truth(makeItem(task, 'bad'))).toMatchObject({
      outcome: 'scored',
      label: 'FAIL',
      failureClass: 'wrong',
    });
    expect(await family.truth(makeItem(task, 'good'))).toMatchObject({ outcome: 'unscored' });
  });

  it('compares with references where it is told to, also for outputs that nobody labelled', async () => {
    const path = writeOwnFolder(folder(), {
      settings: { compare: 'number' },
      test: [{ id: 'x1', output: '7', reference: '7' }],
    });
    const family = createOwnFamily(readOwnFolder(path), { judge: false });
    const [task] = family.tasksOf.test;
    if (task === undefined) throw new Error('there is a test row');
    expect(await family.truth(makeItem(task, 'it is 7'))).toMatchObject({ label: 'PASS' });
    expect(await family.truth(makeItem(task, 'it is 8'))).toMatchObject({ label: 'FAIL' });
  });

  it('leaves out detectors that ask a model, and says which', () => {
    const files = {
      'ops/asks.md': '---\nfailure class: tone\ntier: judge\ndescription: rude\n---\nIs it rude?\n',
    };
    const read = readOwnFolder(writeOwnFolder(folder(), { files }));
    const family = createOwnFamily(read, { judge: false });
    expect(family.leftOut).toEqual(['asks']);
    expect(family.seedOps.map(({ name }) => name)).toEqual(['sees_bad', 'sees_rude']);
    expect(createOwnFamily(read, { judge: true }).bareJudge).toBe('asks');
  });

  it('changes its version with every output, label and detector', () => {
    const versionOf = (parts: FolderParts): string =>
      createOwnFamily(readOwnFolder(writeOwnFolder(folder(), parts)), { judge: false }).version;
    const versions = [
      versionOf({}),
      versionOf({ train: trainRows.slice(1) }),
      versionOf({ anchors: anchorRows.map((row) => (row['id'] === 'a4' ? { ...row, output: 'new' } : row)) }),
      versionOf({ ops: { sees_bad: 'bad', sees_rude: 'rud' } }),
      versionOf({ settings: { compare: 'exact' } }),
    ];
    expect(new Set(versions).size).toBe(versions.length);
    expect(versionOf({})).toBe(versions[0]);
  });
});
