import { describeValue, quote } from '@berth/client/quote.ts';

/** An option of a driver that makes no sense. */
export class DriverOptionError extends Error {
  override readonly name = 'DriverOptionError';
}

/** As they come from a file or from a command line, where everything is a text. */
export type OptionValues = Readonly<Record<string, unknown>>;

interface Range {
  readonly min: number;
  readonly max: number;
}

/** What an operator has told a driver, asked for one by one. Each method gives `usual` for an option that is not set. */
export class DriverOptions {
  readonly #values: OptionValues;
  readonly #asked = new Set<string>();

  constructor(values: OptionValues) {
    this.#values = values;
  }

  text<Usual>(name: string, usual: Usual): string | Usual {
    const value = this.#take(name);
    if (value === undefined) return usual;
    if (typeof value === 'string' && value !== '') return value;
    throw this.error(name, 'is a text');
  }

  choice<Choice extends string>(name: string, usual: Choice, choices: readonly Choice[]): Choice {
    const value = this.text(name, usual);
    if ((choices as readonly string[]).includes(value)) return value as Choice;
    throw this.error(name, `is one of ${choices.join(', ')}, and not ${quote(value)}`);
  }

  wholeNumber<Usual>(name: string, usual: Usual, { min, max }: Range): number | Usual {
    const value = this.#take(name);
    if (value === undefined) return usual;
    const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
    if (typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max)
      return number;
    throw this.error(name, `is a whole number from ${min} to ${max}, and not ${describeValue(value)}`);
  }

  /** How many times as much is handed out as there is. */
  ratio(name: string, usual: number): number {
    const value = this.#take(name);
    if (value === undefined) return usual;
    const number = typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
    if (typeof number === 'number' && number >= 0.01 && number <= 10_000) return number;
    throw this.error(name, `is a number from 0.01 to 10000, and not ${describeValue(value)}`);
  }

  /** A part of all: from 0, none, to 1, all of them. */
  fraction(name: string, usual: number): number {
    const value = this.#take(name);
    if (value === undefined) return usual;
    const number = typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
    if (typeof number === 'number' && number >= 0 && number <= 1) return number;
    throw this.error(name, `is a number from 0 to 1, and not ${describeValue(value)}`);
  }

  flag(name: string, usual: boolean): boolean {
    const value = this.#take(name);
    if (value === undefined) return usual;
    if (value === true || value === 'true') return true;
    if (value === false || value === 'false') return false;
    throw this.error(name, `is true or false, and not ${describeValue(value)}`);
  }

  /** A list, or a text with commas. */
  list(name: string): readonly string[] {
    const value = this.#take(name);
    if (value === undefined) return [];
    const items: readonly unknown[] =
      typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [null];
    return items.map((item) => {
      if (typeof item !== 'string' || item.trim() === '') throw this.error(name, 'is a list of texts');
      return item.trim();
    });
  }

  /** To be called when all have been asked for: what is left over is misspelled. */
  end(): void {
    const unknown = Object.keys(this.#values).find((name) => !this.#asked.has(name));
    if (unknown === undefined) return;
    throw new DriverOptionError(
      `there is no option ${quote(unknown)}; there are ${[...this.#asked].sort().join(', ')}`,
    );
  }

  #take(name: string): unknown {
    this.#asked.add(name);
    return Object.hasOwn(this.#values, name) ? this.#values[name] : undefined;
  }

  /** Also for what a driver finds wrong itself. */
  error(name: string, text: string): DriverOptionError {
    return new DriverOptionError(`option ${quote(name)} ${text}`);
  }
}
