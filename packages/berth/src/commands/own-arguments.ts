import { parseArgs } from 'node:util';
import { ConfigError } from '../config/config-error.ts';
import { flagOf } from '../config/setting.ts';
import { settingEntries } from '../config/settings.ts';

/** What a command takes besides the settings. */
export interface OwnArguments<Name extends string> {
  readonly values: Readonly<Partial<Record<Name, string>>>;
  readonly switches: ReadonlySet<Name>;
  readonly positionals: readonly string[];
  /** What is left for the settings. */
  readonly rest: readonly string[];
}

export type OwnOptions<Name extends string> = Readonly<Record<Name, 'text' | 'switch'>>;

/** Tells the options and operands of a command from settings, whose values must not be taken for operands. */
export function ownArguments<Name extends string>(
  args: readonly string[],
  own: OwnOptions<Name>,
): OwnArguments<Name> {
  const values: Partial<Record<Name, string>> = {};
  const switches = new Set<Name>();
  const positionals: string[] = [];
  const mine = new Set<number>();
  const problems: string[] = [];
  for (const token of tokensOf(args, own)) {
    if (token.kind === 'positional') {
      positionals.push(token.value);
      mine.add(token.index);
      continue;
    }
    if (token.kind !== 'option' || !Object.hasOwn(own, token.name)) continue;
    const name = token.name as Name; // It is among them.
    mine.add(token.index);
    if (own[name] === 'switch') {
      if (token.value !== undefined) problems.push(`${token.rawName}: takes no value`);
      switches.add(name);
      continue;
    }
    const isForgotten = token.value === undefined || (!token.inlineValue && token.value.startsWith('--'));
    if (isForgotten || token.value === '') problems.push(`${token.rawName}: needs a value`);
    else values[name] = token.value;
    if (!token.inlineValue && !isForgotten) mine.add(token.index + 1);
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return { values, switches, positionals, rest: args.filter((_, index) => !mine.has(index)) };
}

function tokensOf(args: readonly string[], own: OwnOptions<string>) {
  const options: Record<string, { type: 'string' | 'boolean' }> = { config: { type: 'string' } };
  for (const [, setting] of settingEntries()) {
    const flag = flagOf(setting);
    if (flag !== null)
      options[flag.slice(2)] = { type: setting.kind.placeholder === null ? 'boolean' : 'string' };
  }
  for (const [name, kind] of Object.entries(own)) {
    options[name] = { type: kind === 'switch' ? 'boolean' : 'string' };
  }
  return parseArgs({ args: [...args], options, strict: false, tokens: true, allowPositionals: true }).tokens;
}
