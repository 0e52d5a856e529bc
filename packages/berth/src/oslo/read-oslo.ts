/** One option of a file of OpenStack's, as it was written, with what it refers to put in. */
export interface OsloOption {
  readonly section: string;
  /** With underscores: both spellings are the same option. */
  readonly name: string;
  readonly value: string;
  readonly line: number;
}

export class OsloFileUnreadable extends Error {
  override readonly name = 'OsloFileUnreadable';
}

/**
 * Reads a file in the form of oslo.config. Of an option that stands there more than once all are given: the last counts, but for the few that
 * are lists of lines. What refers to an option that the file does not have is left as it is.
 */
export function readOslo(text: string): readonly OsloOption[] {
  const options = optionsIn(text);
  const values = new Map(options.map(({ section, name, value }) => [`${section}.${name}`, value]));
  return options.map((option) => ({ ...option, value: withReferences(option, values) }));
}

function optionsIn(text: string): readonly OsloOption[] {
  const options: OsloOption[] = [];
  let section = 'DEFAULT';
  let open: { name: string; values: string[]; line: number } | null = null;
  const close = () => {
    if (open === null) return;
    const { name, values, line } = open;
    options.push({ section, name: name.replaceAll('-', '_'), value: values.join('\n'), line });
    open = null;
  };
  for (const [index, written] of text.split(/\r\n|\r|\n/).entries()) {
    const line = written.trimEnd();
    const fail = (why: string): never => {
      // Not the line itself: it may have a password in it.
      throw new OsloFileUnreadable(`line ${index + 1}: ${why}`);
    };
    if (line === '') {
      close();
    } else if (/^[ \t]/.test(line)) {
      // It belongs to what is above it.
      if (open === null) fail('it is indented, but there is no option above it that it could belong to');
      else (open as { values: string[] }).values.push(line.trimStart());
    } else {
      close();
      if (line.startsWith('[')) section = sectionOf(line) ?? fail('a section has the form [name]');
      else if (!/^[#;]/.test(line)) {
        const { name, value } = assignmentOf(line) ?? fail("it has neither '=' nor ':' after a name");
        open = { name, values: [value], line: index + 1 };
      }
    }
  }
  close();
  return options;
}

function sectionOf(line: string): string | undefined {
  return /^\[([^\]]+)\]$/.exec(line)?.[1];
}

function assignmentOf(line: string): { readonly name: string; readonly value: string } | undefined {
  const at = line.search(/[=:]/);
  const name = line.slice(0, Math.max(0, at)).trim();
  if (name === '') return undefined;
  const value = line.slice(at + 1).trim();
  const isQuoted = /^(["']).*\1$/.test(value);
  return { name, value: isQuoted ? value.slice(1, -1) : value };
}

/** `$name` and `${name}` stand for another option, of the same section unless it says otherwise; `$$` is a dollar sign. */
function withReferences(
  { section, value }: OsloOption,
  values: ReadonlyMap<string, string>,
  depth = 0,
): string {
  const reference = /\$(?:(\$)|([_a-z][._a-z0-9]*)|\{([_a-z][._a-z0-9]*)\})/gi;
  return value.replaceAll('\\$', '$$$$').replaceAll(reference, (all, dollar, bare, braced) => {
    if (dollar !== undefined) return '$';
    const name: string = (bare ?? braced).replaceAll('-', '_');
    const key = [`${section}.${name}`, `DEFAULT.${name}`, name].find((each) => values.has(each));
    // Options that refer to each other would never end.
    if (key === undefined || depth === referencesMax) return all;
    const [referred = ''] = key.split('.');
    const found = { section: referred, name, value: values.get(key) ?? '', line: 0 };
    return withReferences(found, values, depth + 1);
  });
}

const referencesMax = 10;
