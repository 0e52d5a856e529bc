import { clientGroups } from './client-commands.ts';
import { commands, type ListedCommand } from './commands.ts';

/** What `berth --help` shows: its own commands one by one, and those that ask a cloud by what they are about. */
export function overview(): string {
  const groups = Object.entries(clientGroups).map(
    ([title, listed]) => `${title}:\n${byNoun(listed).join('\n')}`,
  );
  return `Berth: who has what, who uses what, and where the next thing fits.

Usage: berth COMMAND [OPTIONS]

Commands:
${commands.map(({ name, summary }) => `  ${inColumn(name)}${summary}`).join('\n')}

Commands that ask a cloud, Berth or any OpenStack, in the words of openstack (docs/command-line.md).

${groups.join('\n\n')}

Options:
  --help, -h    Show this; after a command, what it takes.
  --version     Show the version.

Exit status: 0 when all went well, 1 when something failed, 2 when the command or a setting is wrong, unless a command's help says otherwise.`;
}

/** One that is too long for its column has a line to itself. */
function inColumn(name: string): string {
  return name.length < 14 ? name.padEnd(14) : `${name}\n${' '.repeat(16)}`;
}

/** A line for each noun, with what can be done with it; what has no noun is told by its summary. */
function byNoun(listed: readonly ListedCommand[]): readonly string[] {
  const verbs = new Map<string, string[]>();
  const lines: string[] = [];
  for (const { name, summary } of listed) {
    const at = name.lastIndexOf(' ');
    if (at < 0) lines.push(`  ${name.padEnd(column)}${summary}`);
    else verbs.set(name.slice(0, at), [...(verbs.get(name.slice(0, at)) ?? []), name.slice(at + 1)]);
  }
  return [...[...verbs].map(([noun, each]) => `  ${noun.padEnd(column)}${each.join(' ')}`), ...lines];
}

const column = 38;
