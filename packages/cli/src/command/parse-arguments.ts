import { suggestion } from '../closest.ts';
import type { ClientCommand, GivenOption } from './client-command.ts';
import { flagsOf } from './flags-of.ts';
import { type FormatArguments, formatArguments, formatOptions } from './format-arguments.ts';
import type { Taken } from './option.ts';
import { UsageError } from './usage-error.ts';

export interface ParsedArguments {
  readonly values: Readonly<Record<string, unknown>>;
  readonly given: readonly GivenOption[];
  readonly format: FormatArguments;
}

interface Known {
  readonly key: string;
  readonly flag: string;
  readonly taken: Taken<unknown>;
  readonly isFormat: boolean;
}

/**
 * Reads arguments by the definition of a command, as argparse would: options and words in any order, values with '=' or behind a blank, unique
 * beginnings of long options, nothing but words behind '--'.
 */
export function parseArguments(command: ClientCommand, args: readonly string[]): ParsedArguments {
  const known = knownFlags(command);
  const texts = new Map<string, string[]>();
  const given: GivenOption[] = [];
  const words: string[] = [];
  let isOver = false;
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? '';
    if (isOver || !/^-./.test(argument) || isNegativeNumber(argument)) {
      words.push(argument);
      continue;
    }
    if (argument === '--') {
      isOver = true;
      continue;
    }
    const { option, inline } = optionIn(argument, known);
    let value = inline;
    if (option.taken.metavar === null) {
      if (value !== null) throw new UsageError(`${option.flag}: takes no value`);
      value = '';
    } else if (value === null) {
      value = args[index + 1] ?? null;
      if (value === null || looksLikeOption(value))
        throw new UsageError(`${option.flag}: needs a value (${option.taken.metavar})`);
      index += 1;
    }
    checkChoice(option.taken, option.flag, value);
    const key = option.isFormat ? `format ${option.key}` : option.key;
    texts.set(key, [...(texts.get(key) ?? []), value]);
    if (!option.isFormat) given.push({ name: option.key, text: value });
  }
  refuseContradictions(command, given);
  const values = { ...readWords(command, words), ...readOptions(command, texts) };
  const format = formatArguments(command.output, (key) => texts.get(`format ${key}`) ?? []);
  return { values, given, format };
}

function knownFlags(command: ClientCommand): ReadonlyMap<string, Known> {
  const known = new Map<string, Known>();
  const add = (options: Readonly<Record<string, Taken<unknown>>>, isFormat: boolean) => {
    for (const [key, taken] of Object.entries(options)) {
      for (const flag of flagsOf(key, taken))
        known.set(flag, { key, flag: flagsOf(key, taken)[0] ?? flag, taken, isFormat });
    }
  };
  add(formatOptions(command.output), true);
  add(command.options, false);
  return known;
}

function optionIn(
  argument: string,
  known: ReadonlyMap<string, Known>,
): { option: Known; inline: string | null } {
  if (!argument.startsWith('--')) {
    const short = known.get(argument.slice(0, 2));
    if (short === undefined) throw new UsageError(`${argument}: there is no such option`);
    return { option: short, inline: argument.length > 2 ? argument.slice(2).replace(/^=/, '') : null };
  }
  const at = argument.indexOf('=');
  const name = (at < 0 ? argument : argument.slice(0, at)).replaceAll('_', '-');
  const inline = at < 0 ? null : argument.slice(at + 1);
  const exact = known.get(name);
  if (exact !== undefined) return { option: exact, inline };
  const longer = [
    ...new Map(
      [...known].filter(([flag]) => flag.startsWith(name)).map(([, option]) => [option.key, option]),
    ).values(),
  ];
  const [only, ...others] = longer;
  if (only !== undefined && others.length === 0) return { option: only, inline };
  if (only !== undefined)
    throw new UsageError(`${name}: could be ${longer.map(({ flag }) => flag).join(', ')}`);
  throw new UsageError(`${name}: there is no such option${suggestion(name, known.keys())}`);
}

/** argparse takes them for values and words. */
function isNegativeNumber(text: string): boolean {
  return /^-\d+(\.\d*)?$/.test(text);
}

function looksLikeOption(text: string): boolean {
  return /^-./.test(text) && !isNegativeNumber(text) && !text.includes(' ');
}

function checkChoice({ choices }: Taken<unknown>, name: string, text: string): void {
  if (choices === undefined || choices.includes(text)) return;
  throw new UsageError(
    `${name}: must be one of ${choices.join(', ')}, not '${text}'${suggestion(text, choices)}`,
  );
}

function refuseContradictions(command: ClientCommand, given: readonly GivenOption[]): void {
  const names = new Set(given.map(({ name }) => name));
  for (const name of names) {
    for (const other of command.options[name]?.not ?? []) {
      if (names.has(other))
        throw new UsageError(`${flagOf(command, name)} and ${flagOf(command, other)}: only one of them`);
    }
  }
}

function flagOf(command: ClientCommand, key: string): string {
  const taken = command.options[key];
  return taken === undefined ? key : (flagsOf(key, taken)[0] ?? key);
}

/** Each argument takes one word, but for one that repeats: it takes all that the others leave. */
function readWords(command: ClientCommand, words: readonly string[]): Record<string, unknown> {
  const left = [...words];
  const entries = Object.entries(command.takes);
  const values: Record<string, unknown> = {};
  for (const [index, [key, taken]] of entries.entries()) {
    const neededLater = entries.slice(index + 1).filter(([, each]) => each.isNeeded).length;
    const count = taken.repeats
      ? Math.max(0, left.length - neededLater)
      : Math.min(1, Math.max(0, left.length - (taken.isNeeded ? 0 : neededLater)));
    const own = left.splice(0, count);
    const name = taken.metavar ?? key;
    if (own.length === 0 && taken.isNeeded) throw new UsageError(`${name} is missing`);
    for (const word of own) checkChoice(taken, name, word);
    values[key] = taken.read(own, name);
  }
  if (left.length > 0)
    throw new UsageError(`not expected here: ${left.map((each) => `'${each}'`).join(' ')}`);
  return values;
}

function readOptions(
  command: ClientCommand,
  texts: ReadonlyMap<string, readonly string[]>,
): Record<string, unknown> {
  const missing: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [key, taken] of Object.entries(command.options)) {
    const own = texts.get(key) ?? [];
    if (own.length === 0 && taken.isNeeded) missing.push(flagOf(command, key));
    else values[key] = taken.read(own, flagOf(command, key));
  }
  if (missing.length > 0) throw new UsageError(`needed: ${missing.join(', ')}`);
  return values;
}
