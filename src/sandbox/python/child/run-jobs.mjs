/* global WebAssembly */
// Entry of the child that runs jobs. After the start nothing here is asynchronous: it waits for a message, runs, answers, puts the memory back.
import { readMessage, writeMessage } from './frames.mjs';
import { harden, sealFiles } from './harden.mjs';
import { Ended } from './imports.mjs';
import { startOnImage } from './interpreter.mjs';
import { BadDriver, JobMemory } from './job-memory.mjs';
import { marshalToJson, NotPlain, TooLarge } from './marshal.mjs';
import { probeWalls } from './probe-walls.mjs';

const largestResult = 8 * 2 ** 20;

/** Runs the bytes of one payload under one driver; returns the outcome as JSON text and whether the interpreter may be used again. */
function runJob(interpreter, memory, driver, payload) {
  const { module, gate, functions } = interpreter;
  gate.startAfresh();
  try {
    memory.enter(driver);
    const text = memory.placeText(payload);
    const result = text === 0 ? 0 : module._PyObject_CallOneArg(functions.run, text);
    if (result === 0) return { outcome: ['out-of-memory'], fit: false };
    const size = module._PyBytes_Size(result);
    if (size > largestResult) throw new TooLarge();
    const start = module._PyBytes_AsString(result) >>> 0;
    const json = marshalToJson(module.HEAPU8.subarray(start, start + size), largestResult);
    return { json, fit: true };
  } catch (error) {
    if (error instanceof BadDriver)
      return { outcome: ['infrastructure', `the driver does not load: ${error.message}`], fit: true };
    if (error instanceof TooLarge)
      return raised('ResultTooLarge', `the result takes more than ${largestResult} bytes`);
    if (error instanceof NotPlain) return raised('TypeError', `main returned ${error.message}`);
    // Where the interpreter ended by one of our own functions, its memory can be put back; after a trap a new child is the safer choice.
    const fit = error instanceof Ended && error.type !== 'SandboxViolation';
    return { ...endOf(error, gate.state.outOfMemory), fit };
  }
}

function raised(type, message) {
  return { outcome: ['raised', type, message], fit: true };
}

/** What a JavaScript exception that came out of the interpreter says about the code that it ran. */
function endOf(error, outOfMemory) {
  if (error instanceof Ended && error.type !== 'Aborted')
    return { outcome: ['raised', error.type, error.message] };
  if (outOfMemory) return { outcome: ['out-of-memory'] };
  if (error instanceof RangeError)
    return { outcome: ['raised', 'RecursionError', 'the stack of the interpreter ran out'] };
  if (error instanceof Ended) return { outcome: ['raised', error.type, error.message] };
  if (error instanceof WebAssembly.RuntimeError)
    return { outcome: ['raised', 'InterpreterCrash', error.message] };
  return { outcome: ['raised', 'InterpreterCrash', String(error?.message ?? error).slice(0, 1000)] };
}

const hello = readMessage();
const { pyodideFolder, retireAt, ...start } = JSON.parse(hello.body.toString('utf8'));
const { layout, memoryLimit } = start;
harden();
const interpreter = {
  ...(await startOnImage({ ...start, pyodideFolder: new URL(pyodideFolder) })),
  functions: layout.functions,
};
sealFiles();
const memory = new JobMemory(interpreter, layout);
globalThis.gc?.(); // the files that the start read into memory
globalThis.gc = undefined;
writeMessage(hello.nonce, '{}');

for (;;) {
  const { nonce, body } = readMessage();
  const driverLength = body.readUInt32LE(0);
  if (driverLength === 0xffffffff) {
    writeMessage(nonce, JSON.stringify(probeWalls(interpreter, memoryLimit)));
    continue;
  }
  const driver = body.toString('utf8', 4, 4 + driverLength);
  const { outcome, json, fit } = runJob(interpreter, memory, driver, body.subarray(4 + driverLength));
  const stays = fit && interpreter.module.HEAPU8.length <= retireAt;
  writeMessage(nonce, `{"fit":${stays},"outcome":`, json ?? JSON.stringify(outcome), '}');
  if (!stays) process.exit(0);
  memory.leave();
}
