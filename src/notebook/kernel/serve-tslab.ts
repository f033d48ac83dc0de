import type { Show } from './builtins.js';
import { requireOfTslab } from './compile/load-typescript.js';
import type { Bundle } from './link.js';

/**
 * tslab's own library for cells, showing what it is given in this kernel: `import { display } from 'tslab'` works as in
 * its own. Loaded when a cell first asks for it, and after the compiler: loading it loads TypeScript.
 */
export function serveTslab(show: Show): unknown {
  const require = requireOfTslab();
  const jupyter = require('tslab/dist/jupyter.js') as {
    lastWriteDisplayData: (
      message: Bundle & { readonly transient?: { readonly display_id?: string } },
      update?: boolean,
    ) => void;
  };
  jupyter.lastWriteDisplayData = ({ data, metadata, transient }, update = false) =>
    show({ data, metadata }, transient?.display_id, update);
  return require('tslab/dist/public.js');
}
