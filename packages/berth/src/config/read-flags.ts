import { parseArgs } from 'node:util';
import { suggestion } from '@berth/cli/closest.ts';
import type { Given, Reading } from './given.ts';
import { shownArgument } from './shown-argument.ts';
import { flagOf } from './setting.ts';
import { type SettingKey, settingEntries, settings } from './settings.ts';

export interface FlagReading extends Reading {
  /** The file named with --config. */
  readonly configFile: string | null;
}

/** `--port 80`, `--port=80`, `--metrics`, `--no-metrics`; of a flag that is repeated the last counts, except in a list. */
export function readFlags(args: readonly string[]): FlagReading {
  const given = new Map<SettingKey, Given>();
  const problems: string[] = [];
  let configFile: string | null = null;
  // What follows an unknown option may well be its value: that is one mistake, not two.
  let followsUnknown = false;

  for (const token of parse(args)) {
    if (token.kind === 'positional' && !followsUnknown)
      problems.push(`${shownArgument(token.value)}: not expected here`);
    followsUnknown = false;
    if (token.kind !== 'option') continue;
    const isNegated = isKnownNegation(token.name);
    const name = isNegated ? token.name.slice('no-'.length) : token.name;
    const key = flags.get(`--${name}`);
    const isSwitch = key !== undefined && settings[key].kind.placeholder === null;
    // A value that looks like a flag was forgotten; one that is meant is written with '='.
    const isForgotten = token.value === undefined || (!token.inlineValue && token.value.startsWith('--'));

    if (key === undefined && name !== 'config') {
      problems.push(`${token.rawName}: there is no such option${suggestion(token.rawName, flags.keys())}`);
      followsUnknown = true;
    } else if (isNegated && token.value !== undefined) {
      problems.push(`${token.rawName}: takes no value`);
    } else if (!isSwitch && isForgotten) {
      problems.push(`${token.rawName}: needs a value`);
    } else if (key === undefined) {
      configFile = token.value ?? null;
    } else {
      const text = isSwitch ? (token.value ?? `${!isNegated}`) : (token.value ?? '');
      const before = settings[key].kind.isList ? given.get(key) : undefined;
      given.set(key, { text: before === undefined ? text : `${before.text},${text}`, origin: token.rawName });
    }
  }
  return { given, problems, configFile };
}

const flags: ReadonlyMap<string, SettingKey> = new Map(
  settingEntries().flatMap(([key, setting]) => {
    const flag = flagOf(setting);
    return flag === null ? [] : [[flag, key]];
  }),
);

function isKnownNegation(name: string): boolean {
  const key = name.startsWith('no-') ? flags.get(`--${name.slice('no-'.length)}`) : undefined;
  return key !== undefined && settings[key].kind.placeholder === null;
}

function parse(args: readonly string[]) {
  const options: Record<string, { type: 'string' | 'boolean' }> = { config: { type: 'string' } };
  for (const [flag, key] of flags) {
    options[flag.slice(2)] = { type: settings[key].kind.placeholder === null ? 'boolean' : 'string' };
  }
  // Not strict: what is unknown or incomplete is found here, and with better words.
  return parseArgs({ args: [...args], options, strict: false, tokens: true, allowPositionals: true }).tokens;
}
