import type { CompletionTree } from './completion-tree.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** A script for a shell, which has all words in it: nothing is run to complete one. */
export function completionScript(shell: Shell, tree: CompletionTree): string {
  return { bash, zsh, fish }[shell](tree);
}

/**
 * The words before the cursor that are no options are walked down the tree as far as it goes. What is behind are arguments and values, for
 * which there are files; so an option's value that happens to be a word of a command is the one thing that is misread, and only once.
 */
function bash({ next, flags }: CompletionTree): string {
  return `# Completion of berth for bash: source <(berth complete --shell bash)
declare -gA _berth_next=(
${entries(next)}
)
declare -gA _berth_flags=(
${entries(flags)}
)
_berth() {
  local current=\${COMP_WORDS[COMP_CWORD]} path='' word longer index
  COMPREPLY=()
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    [[ $word == -* ]] && continue
    longer=\${path:+$path }$word
    [[ -n \${_berth_next[$longer]-} || -n \${_berth_flags[$longer]+set} ]] || continue
    path=$longer
  done
  if [[ $current == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "\${_berth_flags[$path]-}" -- "$current")
  elif [[ -n \${_berth_next[\${path:-first}]-} ]]; then
    mapfile -t COMPREPLY < <(compgen -W "\${_berth_next[\${path:-first}]}" -- "$current")
  fi
}
complete -o default -F _berth berth
`;
}

function zsh({ next, flags }: CompletionTree): string {
  return `#compdef berth
# Completion of berth for zsh: source <(berth complete --shell zsh), or as _berth in a directory of $fpath.
typeset -gA _berth_next=(
${pairs(next)}
)
typeset -gA _berth_flags=(
${pairs(flags)}
)
_berth() {
  local path_so_far='' word longer
  for word in "\${(@)words[2,CURRENT-1]}"; do
    [[ $word == -* ]] && continue
    longer=\${path_so_far:+$path_so_far }$word
    (( \${+_berth_next[$longer]} || \${+_berth_flags[$longer]} )) || continue
    path_so_far=$longer
  done
  if [[ $words[CURRENT] == -* ]]; then
    compadd -- \${=_berth_flags[$path_so_far]}
  elif [[ -n $_berth_next[\${path_so_far:-first}] ]]; then
    compadd -- \${=_berth_next[\${path_so_far:-first}]}
  else
    _files
  fi
}
if [[ $funcstack[1] == _berth ]]; then _berth "$@"; else compdef _berth berth; fi
`;
}

function fish({ next, flags }: CompletionTree): string {
  const lines = [
    ...[...next].map(
      ([before, words]) => `complete -c berth -f -n "__berth_is '${before}'" -a '${words.join(' ')}'`,
    ),
    ...[...flags].flatMap(([name, options]) =>
      options
        .filter((option) => option.startsWith('--'))
        .map((option) => `complete -c berth -n "__berth_is '${name}'" -l ${option.slice(2)}`),
    ),
  ];
  return `# Completion of berth for fish: berth complete --shell fish | source
set -g __berth_paths ${[...new Set([...next.keys(), ...flags.keys()])]
    .filter((path) => path !== '')
    .map((path) => `'${path}'`)
    .join(' ')}
function __berth_is
    set -l path
    for word in (commandline -opc)[2..]
        string match -q -- '-*' $word; and continue
        set -l longer (string trim -- "$path $word")
        contains -- $longer $__berth_paths; and set path $longer
    end
    test "$path" = "$argv[1]"
end
${lines.join('\n')}
`;
}

/** bash knows no empty keys, so the first words have a name of their own. */
function entries(map: ReadonlyMap<string, readonly string[]>): string {
  return [...map].map(([key, words]) => `  ['${key || 'first'}']='${words.join(' ')}'`).join('\n');
}

function pairs(map: ReadonlyMap<string, readonly string[]>): string {
  return [...map].map(([key, words]) => `  '${key || 'first'}' '${words.join(' ')}'`).join('\n');
}
