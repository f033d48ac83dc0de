import { Argument, type Command } from 'commander';
import { print } from './terminal.js';

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

/** A command with the words that may follow it. */
interface Node {
  /** e.g. `runs list`; empty for the program itself. */
  readonly path: string;
  readonly words: readonly { readonly word: string; readonly about: string }[];
}

/** `pawl completion`: a script that lets a shell complete commands, options and choices. */
export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('print a script with which a shell completes commands and options')
    .addArgument(new Argument('<shell>', 'which shell').choices(shells))
    .addHelpText(
      'after',
      `
Examples:
  $ source <(pawl completion bash)                                   this shell only
  $ pawl completion bash > ~/.local/share/bash-completion/completions/pawl
  $ pawl completion zsh > "\${fpath[1]}/_pawl"
  $ pawl completion fish > ~/.config/fish/completions/pawl.fish`,
    )
    .action((shell: Shell) => print(completionScript(program, shell)));
}

/**
 * A completion script for every command of a program. Files are completed where no word fits.
 *
 * @example
 * completionScript(buildProgram(), 'bash').startsWith('_pawl()') // true
 */
export function completionScript(program: Command, shell: Shell): string {
  const nodes = nodesOf(program, '');
  switch (shell) {
    case 'bash':
      return bashScript(nodes);
    case 'zsh':
      return `autoload -U +X bashcompinit && bashcompinit\n${bashScript(nodes)}`;
    case 'fish':
      return fishScript(nodes);
  }
}

function nodesOf(command: Command, path: string): readonly Node[] {
  const commands = command.commands.map((one) => ({ word: one.name(), about: one.description() }));
  const options = command.options
    .filter(({ long, hidden }) => typeof long === 'string' && !hidden)
    .map(({ long, description }) => ({ word: long ?? '', about: description }));
  const choices = command.registeredArguments.flatMap(({ argChoices, description }) =>
    (argChoices ?? []).map((word) => ({ word, about: description })),
  );
  const words = [...commands, ...choices, ...options, { word: '--help', about: 'print the help' }];
  return [
    { path, words },
    ...command.commands.flatMap((one) => nodesOf(one, path === '' ? one.name() : `${path} ${one.name()}`)),
  ];
}

/** The longest chain of words that names a command decides what may come next. */
function bashScript(nodes: readonly Node[]): string {
  const cases = nodes
    .map(({ path, words }) => `    '${path}') known="${words.map(({ word }) => word).join(' ')}" ;;`)
    .join('\n');
  const paths = nodes.map(({ path }) => `'${path}'`).join('|');
  return `_pawl() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path='' word known='' next
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    next="\${path:+$path }$word"
    case "$next" in
      ${paths}) path="$next" ;;
    esac
  done
  case "$path" in
${cases}
  esac
  COMPREPLY=($(compgen -W "$known" -- "$current"))
}
complete -o default -F _pawl pawl`;
}

function fishScript(nodes: readonly Node[]): string {
  const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  return nodes
    .flatMap(({ path, words }) => {
      const condition =
        path === ''
          ? '__fish_use_subcommand'
          : path
              .split(' ')
              .map((word) => `__fish_seen_subcommand_from ${word}`)
              .join('; and ');
      return words.map(({ word, about }) =>
        word.startsWith('--')
          ? `complete -c pawl -n ${quoted(condition)} -l ${word.slice(2)} -d ${quoted(about)}`
          : `complete -c pawl -n ${quoted(condition)} -a ${word} -d ${quoted(about)}`,
      );
    })
    .join('\n');
}
