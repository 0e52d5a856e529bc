import type { Difference } from '../differential/body-differences.ts';
import type { Answer, Request } from '../differential/exchange.ts';
import { inALine } from './compare.ts';
import type { ExplainedDifference } from './explained.ts';

/** Where in a run something happened. */
export interface Place {
  readonly round: number;
  /** What the request is counted under. */
  readonly route: string;
  /** How it is seen again. */
  readonly again: string;
}

export interface Finding extends Place {
  readonly request: Request;
  /** What was done before, where the request only looks what came of it. */
  readonly after?: Request;
  readonly original: Answer;
  readonly ours: Answer;
  readonly difference: Difference;
}

interface Group {
  readonly signature: string;
  count: number;
  example: Finding;
}

/** Collects what a run finds; equal findings are one group with a count and the shortest example. */
export class Report {
  /** Those that were drawn, and those that a round begins and ends with. */
  requests = 0;
  rounds = 0;
  /** How often it was compared how things stand when all is done, and who holds what. */
  rests = 0;
  /** Of the requests. */
  spoiled = 0;
  readonly #known: readonly ExplainedDifference[];
  readonly #announce: (text: string) => void;
  readonly #explained = new Map<string, number>();
  readonly #unexplained = new Map<string, Group>();
  readonly #answers = new Map<string, number>();

  constructor(known: readonly ExplainedDifference[], announce: (text: string) => void) {
    this.#known = known;
    this.#announce = announce;
  }

  get unexplained(): number {
    return sum([...this.#unexplained.values()].map(({ count }) => count));
  }

  get explained(): number {
    return sum([...this.#explained.values()]);
  }

  /** Counts an answer, so that a run can show what it has reached. */
  answered(route: string, { status }: Answer): void {
    const key = `${route} ${status}`;
    this.#answers.set(key, (this.#answers.get(key) ?? 0) + 1);
  }

  add(finding: Finding): void {
    const why = this.#known.find((each) => each.matches(finding));
    if (why !== undefined) {
      this.#explained.set(why.id, (this.#explained.get(why.id) ?? 0) + 1);
      return;
    }
    const signature = signatureOf(finding);
    const group = this.#unexplained.get(signature);
    if (group === undefined) {
      this.#unexplained.set(signature, { signature, count: 1, example: finding });
      this.#announce(`${describe(signature, finding)}\n`);
      return;
    }
    group.count += 1;
    if (sizeOf(finding) < sizeOf(group.example)) group.example = finding;
  }

  /** Every group once, the most frequent last, then the line that counts. */
  summary(): string {
    const groups = [...this.#unexplained.values()].sort((one, other) => one.count - other.count);
    return [
      ...[...this.#explained].map(([id, count]) => `explained (${id}): ${count}`),
      ...groups.map(({ count, signature, example }) => `\n${count} times: ${describe(signature, example)}`),
      '',
      this.lastLine(),
    ].join('\n');
  }

  /** How often each route has answered with each status. */
  answers(): string {
    return [...this.#answers]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, count]) => `${String(count).padStart(6)}  ${key}`)
      .join('\n');
  }

  lastLine(): string {
    return `${this.requests} requests (${this.spoiled} spoiled), ${this.rounds} rounds, ${this.rests} rests: ${this.unexplained} unexplained, ${this.explained} explained differences`;
  }
}

/** What equal differences have in common: the route, the place, and the texts without their particulars. */
function signatureOf({ route, difference: { where, a, b }, original }: Finding): string {
  const of = where.startsWith('header ') ? `answers ${original.status}` : route;
  return `${of} | ${shape(where)} | ${shape(a)} ≠ ${shape(b)}`;
}

function shape(text: string): string {
  return text
    .replace(/^(\d+ more: )?[{[].*/s, '$1…')
    .replaceAll(/\{[a-z_]+-\d+\}/g, 'ID')
    .replace(/Value: .*?\. /s, 'Value: …. ')
    .replaceAll(/'(?:[^'\\]|\\.)*'/g, "'…'")
    .replaceAll(/\[[^\]]*\]/g, '[…]')
    .replaceAll(/\d+(\.\d+)?/g, (digits) => (/^[1-5]\d\d$/.test(digits) ? digits : '#'))
    .slice(0, 200);
}

function describe(signature: string, { request, after, original, ours, difference, again }: Finding): string {
  return [
    `DIFFERENCE ${signature}`,
    ...linesOf(request),
    ...(after === undefined ? [] : ['  after', ...linesOf(after)]),
    `  ${difference.where}`,
    `    original ${clip(difference.a)}`,
    `    ours     ${clip(difference.b)}`,
    `  original ${clip(inALine(original))}`,
    `  ours     ${clip(inALine(ours))}`,
    `  again: ${again}`,
  ].join('\n');
}

function linesOf({ method, path, headers, body }: Request): readonly string[] {
  return [
    `  ${method} ${path}`,
    ...Object.entries(headers).map(([name, value]) => `    ${name}: ${value}`),
    ...(body === undefined ? [] : [`    ${clip(body)}`]),
  ];
}

const sizeOf = ({ request }: Finding): number => request.path.length + (request.body?.length ?? 0);
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const clip = (text: string): string =>
  text.length > 900 ? `${text.slice(0, 900)} … (${text.length} characters)` : text;
