import type { Message } from '../kernel/wire.js';
import type { Output } from './notebook-file.js';

/** Outputs that later messages may change, wherever in the notebook they are. */
export interface OutputCollector {
  /** Begins the outputs of a cell, which messages with the given parent belong to. */
  begin(outputs: Output[]): (message: Message) => void;
}

type Shown = Extract<Output, { readonly output_type: 'display_data' }>;

/** Turns messages into outputs of a file, as notebooks' front ends do: streams join, displays update in place. */
export function createOutputCollector(): OutputCollector {
  const displays = new Map<string, Shown[]>();
  return {
    begin: (outputs) => {
      let clearNext = false;
      const add = (output: Output): void => {
        if (clearNext) outputs.splice(0);
        clearNext = false;
        const last = outputs.at(-1);
        if (output.output_type === 'stream' && last?.output_type === 'stream' && last.name === output.name) {
          last.text += output.text;
        } else outputs.push(output);
      };
      return ({ header, content }) => {
        const { data, metadata } = content as { data: Shown['data']; metadata: Shown['metadata'] };
        const id = displayIdOf(content);
        switch (header.msg_type) {
          case 'stream':
            add({ output_type: 'stream', name: String(content['name']), text: String(content['text']) });
            break;
          case 'display_data': {
            const shown: Shown = { output_type: 'display_data', data, metadata };
            add(shown);
            if (id !== undefined) displays.set(id, [...(displays.get(id) ?? []), shown]);
            break;
          }
          case 'update_display_data':
            for (const shown of id === undefined ? [] : (displays.get(id) ?? [])) {
              shown.data = data;
              shown.metadata = metadata;
            }
            break;
          case 'execute_result': {
            const count = content['execution_count'];
            add({
              output_type: 'execute_result',
              execution_count: typeof count === 'number' ? count : null,
              data,
              metadata,
            });
            break;
          }
          case 'error':
            add({
              output_type: 'error',
              ename: String(content['ename']),
              evalue: String(content['evalue']),
              traceback: (content['traceback'] ?? []) as readonly string[],
            });
            break;
          case 'clear_output':
            if (content['wait'] === true) clearNext = true;
            else outputs.splice(0);
            break;
        }
      };
    },
  };
}

function displayIdOf(content: Message['content']): string | undefined {
  const transient = content['transient'] as { readonly display_id?: unknown } | undefined;
  return typeof transient?.display_id === 'string' ? transient.display_id : undefined;
}
