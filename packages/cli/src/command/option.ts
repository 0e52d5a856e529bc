import { UsageError } from './usage-error.ts';

/** An option of a command, or one of its arguments: what is written, what it means, and how it is read. */
export interface Taken<Meaning> {
  /** What stands for its value in the help: '<name>'; null for a switch. */
  readonly metavar: string | null;
  readonly help: string;
  /** Whether it may be given several times, or several words at once. */
  readonly repeats: boolean;
  readonly isNeeded: boolean;
  readonly choices?: readonly string[];
  /** The first version of the service that knows it. */
  readonly since?: string;
  /** Other spellings, such as '-n'; also those of older tools. */
  readonly aliases?: readonly string[];
  /** An option of the same command that says the opposite, or the same in another way: only one of them may be given. */
  readonly not?: readonly string[];
  /** Undefined where it was not given. `name` is how it was called, for complaints. */
  read(texts: readonly string[], name: string): Meaning;
}

export type TakenBy<Taking extends Readonly<Record<string, Taken<unknown>>>> = {
  readonly [Name in keyof Taking]: ReturnType<Taking[Name]['read']>;
};

interface Extras {
  readonly since?: string;
  readonly aliases?: readonly string[];
  readonly not?: readonly string[];
}

/** A text, of which the last counts. */
export function text(metavar: string, help: string, extras: Extras = {}): Taken<string | undefined> {
  return { metavar, help, repeats: false, isNeeded: false, ...extras, read: (texts) => texts.at(-1) };
}

export function neededText(metavar: string, help: string, extras: Extras = {}): Taken<string> {
  return { metavar, help, repeats: false, isNeeded: true, ...extras, read: (texts) => texts.at(-1) ?? '' };
}

/** As many as one likes, none too. */
export function texts(metavar: string, help: string, extras: Extras = {}): Taken<readonly string[]> {
  return { metavar, help, repeats: true, isNeeded: false, ...extras, read: (given) => given };
}

/** One at least. */
export function someTexts(metavar: string, help: string, extras: Extras = {}): Taken<readonly string[]> {
  return { ...texts(metavar, help, extras), isNeeded: true };
}

export function choice<Choice extends string>(
  choices: readonly Choice[],
  help: string,
  extras: Extras = {},
): Taken<Choice | undefined> {
  return {
    metavar: `{${choices.join(',')}}`,
    help,
    repeats: false,
    isNeeded: false,
    choices,
    ...extras,
    // Whether it is one of them is checked for all options alike.
    read: (given) => given.at(-1) as Choice | undefined,
  };
}

/** As many of them as one likes, none too. */
export function choices<Choice extends string>(
  known: readonly Choice[],
  help: string,
  extras: Extras = {},
): Taken<readonly Choice[]> {
  return {
    ...choice(known, help, extras),
    repeats: true,
    // Whether each is one of them is checked for all options alike.
    read: (given) => given as readonly Choice[],
  };
}

export function whole(metavar: string, help: string, extras: Extras = {}): Taken<number | undefined> {
  return { ...text(metavar, help, extras), read: (given, name) => wholeIn(given.at(-1), name) };
}

export function neededWhole(metavar: string, help: string, extras: Extras = {}): Taken<number> {
  return {
    ...text(metavar, help, extras),
    isNeeded: true,
    read: (given, name) => wholeIn(given.at(-1), name) ?? 0,
  };
}

export function decimal(metavar: string, help: string, extras: Extras = {}): Taken<number | undefined> {
  return {
    ...text(metavar, help, extras),
    read: (given, name) => {
      const written = given.at(-1);
      if (written === undefined) return undefined;
      const number = Number(written);
      if (written.trim() === '' || !Number.isFinite(number))
        throw new UsageError(`${name}: must be a number, not '${written}'`);
      return number;
    },
  };
}

function wholeIn(written: string | undefined, name: string): number | undefined {
  if (written === undefined) return undefined;
  if (/^[-+]?\d+$/.test(written) && Number.isSafeInteger(Number(written))) return Number(written);
  throw new UsageError(`${name}: must be a whole number, not '${written}'`);
}

export function flag(help: string, extras: Extras = {}): Taken<boolean> {
  return {
    metavar: null,
    help,
    repeats: false,
    isNeeded: false,
    ...extras,
    read: (given) => given.length > 0,
  };
}

/** 'key=value', repeated; of one key the last counts. */
export function pairs(help: string, extras: Extras = {}): Taken<Readonly<Record<string, string>>> {
  return {
    ...texts('<key=value>', help, extras),
    read: (given, name) =>
      Object.fromEntries(
        given.map((each) => {
          const at = each.indexOf('=');
          if (at < 1) throw new UsageError(`${name}: must be key=value, not '${each}'`);
          return [each.slice(0, at), each.slice(at + 1)];
        }),
      ),
  };
}
