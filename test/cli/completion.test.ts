import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { completionScript } from '../../src/cli/completion.js';
import { buildProgram } from '../../src/cli/program.js';

/** What bash would offer after these words. */
function offered(...words: string[]): string[] {
  const script = `${completionScript(buildProgram(), 'bash')}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})
COMP_CWORD=${words.length - 1}
_pawl
printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split('\n');
}

describe('completion', () => {
  it('offers commands that begin with what was typed', () => {
    expect(offered('pawl', 'ev')).toEqual(['evolve']);
  });

  it('offers the commands below a command, and its options after the last of them', () => {
    expect(offered('pawl', 'runs', '')).toEqual(expect.arrayContaining(['list', 'show', 'resume', 'export']));
    expect(offered('pawl', 'runs', 'export', '--st')).toEqual(['--store']);
  });

  it('does not take the name of a run for a command', () => {
    expect(offered('pawl', 'runs', 'resume', 'list', '--jo')).toEqual(['--jobs']);
  });

  it('knows every command in fish too', () => {
    const script = completionScript(buildProgram(), 'fish');
    for (const command of buildProgram().commands) expect(script).toContain(`-a ${command.name()} `);
  });
});
