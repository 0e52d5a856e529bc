import { clientCommands, type ListedClientCommand } from '@berth/cli/command-table.ts';

/** What of the commands that `openstack` has, too, is compared with nothing, and why. */
export const notCompared: Readonly<Record<string, string>> = {
  'resource provider trait add': 'openstack only sets all traits of a provider',
  'resource provider trait remove': 'openstack only sets all traits of a provider',
  'server evacuate':
    'openstack 6.0 asks for it, and fails when it shows the server; what became of it is compared',
};

const { Placement = [], Compute = [] } = clientCommands;
const listed: readonly ListedClientCommand[] = [...Placement, ...Compute];

/** Which commands were compared, and in which formats. */
export class ComparedCommands {
  readonly #formats = new Map<string, Set<string | null>>();

  /** A command line, which is that of the longest name it begins with; a format of null for what prints nothing. */
  note(command: string, format: string | null): void {
    const { name } = commandOf(command);
    this.#formats.set(name, (this.#formats.get(name) ?? new Set()).add(format));
  }

  /** What has to be compared and was not: those that print something as JSON and as values. */
  async missing(): Promise<readonly string[]> {
    const missing: string[] = [];
    for (const { name, load } of listed) {
      if (name in notCompared) continue;
      const { output } = await load();
      const needed = output === 'none' ? [null] : ['json', 'value'];
      const formats = this.#formats.get(name) ?? new Set();
      for (const format of needed)
        if (!formats.has(format)) missing.push(`${name}${format === null ? '' : ` -f ${format}`}`);
    }
    return missing;
  }

  /** Reasons for what is no command, or was compared all the same. */
  needless(): readonly string[] {
    return Object.keys(notCompared).filter(
      (name) => this.#formats.has(name) || listed.every((each) => each.name !== name),
    );
  }
}

function commandOf(words: string): ListedClientCommand {
  const [longest] = listed
    .filter(({ name }) => `${words} `.startsWith(`${name} `))
    .sort((one, other) => other.name.length - one.name.length);
  if (longest === undefined) throw new Error(`no command of openstack: ${words}`);
  return longest;
}
