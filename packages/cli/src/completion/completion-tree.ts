/** A command as it is completed: its words, and what it takes. */
export interface CompletedCommand {
  readonly name: string;
  readonly flags: readonly string[];
}

export interface CompletionTree {
  /** The words that may follow, by those before: '' are the first ones, 'resource provider' those behind both. */
  readonly next: ReadonlyMap<string, readonly string[]>;
  /** The options of a command, by its words. */
  readonly flags: ReadonlyMap<string, readonly string[]>;
}

/** What can follow what, of all commands. */
export function completionTree(commands: readonly CompletedCommand[]): CompletionTree {
  const next = new Map<string, Set<string>>();
  for (const { name } of commands) {
    const words = name.split(' ');
    for (const [index, word] of words.entries()) {
      const before = words.slice(0, index).join(' ');
      next.set(before, (next.get(before) ?? new Set()).add(word));
    }
  }
  return {
    next: new Map([...next].map(([before, words]) => [before, [...words].sort()])),
    flags: new Map(commands.map(({ name, flags }) => [name, [...new Set(flags)].sort()])),
  };
}
