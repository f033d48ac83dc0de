// A room imports only from rooms above it in this list; no file takes part in an import circle.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const source = fileURLToPath(new URL('../src', import.meta.url));
const rooms = [
  ['json.ts', 'verdict.ts', 'random.ts', 'errors.ts', 'hash.ts', 'data-folder.ts', 'version.ts', 'input'],
  ['stats'],
  ['grader'],
  ['sandbox'],
  ['families'],
  ['roles'],
  ['grading'],
  ['pack'],
  ['evolution'],
  ['skills'],
  ['arms'],
  ['adoption'],
  ['store'],
  ['analysis'],
  ['figures'],
  ['notebook'],
  ['viewer'],
  ['jobs'],
  ['cli'],
  ['index.ts'],
];
const floorOf = new Map(rooms.flatMap((names, floor) => names.map((name) => [name, floor])));

/** The TypeScript files below a folder. */
function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
}

const files = filesIn(source);
const known = new Set(files);
const imports = new Map();
const problems = [];

for (const file of files) {
  const name = relative(source, file);
  const room = name.split('/')[0];
  const floor = floorOf.get(room);
  if (floor === undefined)
    problems.push(`${name}: room '${room}' is not in the list of scripts/check-rooms.js`);
  const targets = [];
  for (const { fileName } of ts.preProcessFile(readFileSync(file, 'utf8'), true, true).importedFiles) {
    if (!fileName.startsWith('.')) {
      if (fileName === 'pawl') problems.push(`${name}: imports the package itself`);
      continue;
    }
    const target = resolve(dirname(file), fileName.replace(/\.js$/, '.ts'));
    if (!known.has(target)) {
      if (!/\.(mjs|json)$/.test(fileName)) problems.push(`${name}: '${fileName}' is not a file of src/`);
      continue;
    }
    targets.push(target);
    const targetRoom = relative(source, target).split('/')[0];
    if (
      targetRoom !== room &&
      !(floorOf.get(targetRoom) < floor || (floor === 0 && floorOf.get(targetRoom) === 0))
    ) {
      problems.push(
        `${name}: '${room}' may not import from '${targetRoom}' (imports go to lower floors only)`,
      );
    }
  }
  imports.set(file, targets);
}

const state = new Map();
/** Depth-first walk that reports the first circle through each file. */
function visit(file, path) {
  if (state.get(file) === 'done') return;
  if (state.get(file) === 'open') {
    const circle = [...path.slice(path.indexOf(file)), file].map((one) => relative(source, one));
    problems.push(`import circle: ${circle.join(' -> ')}`);
    return;
  }
  state.set(file, 'open');
  for (const target of imports.get(file) ?? []) visit(target, [...path, file]);
  state.set(file, 'done');
}
for (const file of files) visit(file, []);

if (problems.length > 0) {
  for (const problem of problems) console.error(problem);
  process.exit(1);
}
console.log(`rooms: ${files.length} files, no upward import, no circle`);
