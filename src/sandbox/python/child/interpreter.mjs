/* global TextEncoder, WebAssembly */
// Starts CPython (Pyodide's build) with gated imports: through Pyodide's own loader, to build the memory image, or bare, to run on that image.
import { readFileSync } from 'node:fs';
import { epochMs, gateImports } from './imports.mjs';

const environment = { PYTHONHASHSEED: '0', HOME: '/' };
const fileInput = 257; // Py_file_input
const buildLimit = 2 ** 28;

/**
 * Makes JavaScript's calendar clock stand still too, which stamps the files inside the interpreter, and names one version of Node, which is
 * copied into the interpreter's memory: so the image comes out the same wherever it is built.
 */
function standStill() {
  Date.now = () => epochMs;
  Object.defineProperty(process, 'version', { value: 'v20' });
}

/**
 * Address of the one word in the interpreter's memory that depends on the Node version: a function that V8 compiles where it knows
 * WebAssembly's garbage collection.
 */
function hostWord(module) {
  const offset = module.HEAPU32[module.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET >>> 2];
  return ((module.__PyRuntime + offset) >>> 0) >>> 2;
}

/** Compiles and starts a module with gated imports. */
async function instantiateGated(plain, source, original, memoryLimit) {
  const module = await WebAssembly.compile(source);
  let memory = new Uint8Array(0);
  let instance;
  const heap = () => {
    if (memory.byteLength === 0) memory = new Uint8Array(instance.exports.memory.buffer);
    return memory;
  };
  const gate = gateImports(original, WebAssembly.Module.imports(module), heap, memoryLimit);
  instance = await plain(module, gate.imports);
  return { instance, module, gate };
}

/** Text as NUL-terminated UTF-8 in the interpreter's memory. */
function placeText(module, text) {
  const bytes = new TextEncoder().encode(text);
  const pointer = module._malloc(bytes.length + 1) >>> 0;
  module.HEAPU8.set(bytes, pointer);
  module.HEAPU8[pointer + bytes.length] = 0;
  return pointer;
}

/**
 * Starts Pyodide as its own loader does, runs `bootstrap.py` and returns the memory with the addresses of the functions that jobs are
 * handed to.
 */
export async function buildImage({ pyodideFolder, bootstrap }) {
  standStill();
  const plain = WebAssembly.instantiate;
  WebAssembly.instantiate = async (source, imports) => {
    if (source instanceof WebAssembly.Module || source.byteLength < 1_000_000) return plain(source, imports);
    return instantiateGated(plain, source, imports, buildLimit);
  };
  const { loadPyodide } = await import(new URL('pyodide.mjs', pyodideFolder).href);
  const pyodide = await loadPyodide({
    env: { ...environment },
    jsglobals: Object.freeze(Object.create(null)),
    stdin: () => null,
    stdout: () => {},
    stderr: (line) => process.stderr.write(`${line}\n`),
    _sysExecutable: '/python',
  });
  const module = pyodide._module;
  const names = module._PyModule_GetDict(module._PyImport_AddModule(placeText(module, '__pawl__')));
  module._Py_IncRef(names); // Python itself forgets them
  if (module._PyRun_StringFlags(placeText(module, bootstrap), fileInput, names, names, 0) === 0) {
    module._PyErr_Print();
    throw new Error('the bootstrap of the interpreter failed');
  }
  const address = (name) => module._PyDict_GetItemString(names, placeText(module, name)) >>> 0;
  const functions = { run: address('run'), loadDriver: address('load_driver') };
  const stackPointer = module.stackSave() >>> 0;
  const stackEnd = module._emscripten_stack_get_end() >>> 0;
  module.HEAPU32[hostWord(module)] = 0;
  module.HEAPU8.fill(0, stackEnd, stackPointer); // what finished calls left there
  return {
    memory: module.HEAPU8,
    layout: { functions, stackEnd, stackPointer, heapEnd: module._sbrk(0) >>> 0 },
  };
}

/** Starts the bare interpreter and lays a memory image into it; from then on its imports are locked. */
export async function startOnImage({ pyodideFolder, imageFile, imageOffset, layout, memoryLimit }) {
  standStill();
  const { default: createModule } = await import(new URL('pyodide.asm.mjs', pyodideFolder).href);
  const image = readFileSync(imageFile).subarray(imageOffset);
  let gate;
  const module = await createModule({
    noInitialRun: true,
    INITIAL_MEMORY: image.length,
    thisProgram: '/python',
    arguments: [],
    print: () => {},
    printErr: () => {},
    API: { config: { env: {}, packages: [] }, runtimeEnv: {}, lockFilePromise: new Promise(() => {}) },
    preRun: [
      ({ FS }) => {
        FS.mkdirTree('/lib/python3.14/site-packages');
        FS.mkdirTree('/lib/python3.14/lib-dynload');
        const library = readFileSync(new URL('python_stdlib.zip', pyodideFolder));
        FS.writeFile('/lib/python314.zip', library, { canOwn: true });
      },
    ],
    instantiateWasm(original, receive) {
      original.env.Jsv_GetError_import = () => null;
      original.env.JsvError_Check = () => 0;
      const wasm = readFileSync(new URL('pyodide.asm.wasm', pyodideFolder));
      void instantiateGated(WebAssembly.instantiate, wasm, original, memoryLimit).then((started) => {
        gate = started.gate;
        receive(started.instance, started.module);
      });
      return {};
    },
  });
  const trampoline = module.HEAPU32[hostWord(module)];
  module.HEAPU8.set(image);
  module.HEAPU32[hostWord(module)] = trampoline;
  module.stackRestore(layout.stackPointer);
  gate.state.locked = true;
  return { module, gate };
}
