/** The members of an object out of a file, each asked for by its name; `end` refuses those that nobody asked for. */
export class Fields {
  /** Where the object stands, for error messages. */
  readonly where: string;
  readonly #members: Readonly<Record<string, unknown>>;
  readonly #asked = new Set<string>();

  constructor(value: unknown, where: string) {
    if (!isRecord(value)) throw new Error(`${where}: expected an object, and not ${JSON.stringify(value)}`);
    this.where = typeof value['name'] === 'string' ? `${where}: ${value['name']}` : where;
    this.#members = value;
  }

  has(key: string): boolean {
    return this.value(key) !== undefined;
  }

  value(key: string): unknown {
    this.#asked.add(key);
    return this.#members[key];
  }

  text(key: string, otherwise?: string): string {
    return this.#checked(key, otherwise, isText, 'a text');
  }

  texts(key: string): string[] {
    const value = this.value(key);
    return isText(value) ? [value] : this.#checked(key, undefined, isTexts, 'a text or a list of texts');
  }

  number(key: string): number {
    return this.#checked(key, undefined, isNumber, 'a number');
  }

  /** The objects in a list; none if there is no list. */
  list(key: string): Fields[] {
    const values = this.#checked(key, [], isList, 'a list');
    return values.map((value) => new Fields(value, this.where));
  }

  record<Value>(key: string, isValue: (value: unknown) => value is Value): Record<string, Value> {
    const record = this.#checked(key, {}, isRecord, 'an object');
    const wrong = Object.entries(record).find(([, value]) => !isValue(value));
    if (wrong) this.fail(`${key} cannot have ${JSON.stringify(wrong[1])} under ${wrong[0]}`);
    return record as Record<string, Value>; // Every value has been looked at.
  }

  end(): void {
    const unknown = Object.keys(this.#members).filter((key) => !this.#asked.has(key));
    if (unknown.length > 0) this.fail(`nobody knows ${unknown.join(', ')}`);
  }

  fail(why: string): never {
    throw new Error(`${this.where}: ${why}`);
  }

  #checked<Value>(
    key: string,
    otherwise: Value | undefined,
    isWanted: (value: unknown) => value is Value,
    wanted: string,
  ): Value {
    const value = this.value(key) ?? otherwise;
    return isWanted(value) ? value : this.fail(`${key} must be ${wanted}, and not ${JSON.stringify(value)}`);
  }
}

export const isText = (value: unknown): value is string => typeof value === 'string';
export const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
export const isNumber = (value: unknown): value is number => typeof value === 'number';
const isList = (value: unknown): value is unknown[] => Array.isArray(value);
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
