import { readFileSync } from 'node:fs';
import { version } from '../../version.js';
import { requireOfTslab } from './compile/load-typescript.js';
import { protocolVersion } from './wire.js';

/** The version in the package.json of a package of tslab's. */
function versionOf(packageName: string): string {
  const file = requireOfTslab().resolve(`${packageName}/package.json`);
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }).version;
}

/** The content of `kernel_info_reply`, with the versions that really run. */
export function kernelInfo(): Readonly<Record<string, unknown>> {
  const typescript = versionOf('@tslab/typescript-for-tslab');
  return {
    protocol_version: protocolVersion,
    implementation: 'pawl',
    implementation_version: version,
    language_info: {
      name: 'typescript',
      version: typescript,
      mimetype: 'text/typescript',
      file_extension: '.ts',
      // Notebook 6 and JupyterLab read different fields of this.
      codemirror_mode: { mode: 'typescript', name: 'javascript', typescript: true },
      pygments_lexer: 'typescript',
      nbconvert_exporter: 'script',
    },
    banner: `Pawl ${version} · TypeScript ${typescript} · Node ${process.versions.node}`,
    help_links: [{ text: 'TypeScript handbook', url: 'https://www.typescriptlang.org/docs/handbook/' }],
    debugger: false,
    supported_features: [],
  };
}
