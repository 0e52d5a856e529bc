import { parseArgs } from 'node:util';
import { type Given, UsageError } from './command.ts';

export interface Option {
  /** What its value stands for: `FILE`. A switch has none. */
  readonly takes?: string;
  readonly help: string;
  readonly isRepeatable?: boolean;
  /** The values that it may have, if not any. */
  readonly choices?: readonly string[];
}

export type Options = Readonly<Record<string, Option>>;

/** Takes a command line apart. */
export function parseOptions(args: readonly string[], options: Options): Given {
  const values = new Map<string, string[]>();
  const switches = new Set<string>();
  const operands: string[] = [];
  for (const token of tokensOf(args, options)) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (option === undefined) throw new UsageError(`there is no option ${token.rawName}`);
    if (option.takes === undefined) {
      if (token.value !== undefined) throw new UsageError(`${token.rawName} takes no value`);
      switches.add(token.name);
      continue;
    }
    if (token.value === undefined || token.value === '')
      throw new UsageError(`${token.rawName} needs a value`);
    if (option.choices?.includes(token.value) === false) {
      throw new UsageError(`${token.rawName} is one of ${option.choices.join(', ')}, not '${token.value}'`);
    }
    const given = values.get(token.name) ?? [];
    if (given.length > 0 && option.isRepeatable !== true)
      throw new UsageError(`${token.rawName} is given twice`);
    values.set(token.name, [...given, token.value]);
  }
  return { operands, values, switches };
}

export function renderOptions(options: Options): string {
  const lines = Object.entries(options).map(([name, { takes, help, isRepeatable }]) => {
    const flag = takes === undefined ? `--${name}` : `--${name} ${takes}`;
    return `  ${flag}\n      ${help}${isRepeatable === true ? ' May be given several times.' : ''}`;
  });
  return lines.join('\n');
}

function tokensOf(args: readonly string[], options: Options) {
  const described: Record<string, { type: 'string' | 'boolean' }> = {};
  for (const [name, { takes }] of Object.entries(options)) {
    described[name] = { type: takes === undefined ? 'boolean' : 'string' };
  }
  return parseArgs({
    args: [...args],
    options: described,
    strict: false,
    tokens: true,
    allowPositionals: true,
  }).tokens;
}
