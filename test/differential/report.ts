import { writeFileSync } from 'node:fs';
import type { Difference } from './body-differences.ts';
import { inALine } from './compare.ts';
import type { Answer, Request } from './exchange.ts';
import type { Earlier, Explained } from './explained.ts';
import { route, shape, signature } from './signature.ts';

/** Where in a run something happened, and the options that bring it about again. */
export type Place = { readonly seed: string; readonly world: number; readonly options: string };

export type Finding = {
  readonly place: Place;
  readonly request: Request;
  readonly a: Answer;
  readonly b: Answer;
  readonly difference: Difference;
  /** The write that made the two servers differ, where that was found out afterwards. */
  readonly cause?: Request;
};

/** A finding with what led to it, as far as that can explain it. */
export type FindingInContext = Finding & { readonly earlier: readonly Earlier[] };

type Group = { readonly signature: string; count: number; example: Finding };

/** Collects what a run finds; equal findings are one group with a count and the shortest example. */
export class Report {
  reads = 0;
  writes = 0;
  worlds = 0;
  readonly #explained = new Map<string, { count: number; groups: Map<string, Group> }>();
  readonly #unexplained = new Map<string, Group>();
  readonly #failures = new Map<string, Group>();
  readonly #statuses = new Map<string, number>();
  readonly #known: readonly Explained[];
  readonly #command: string;
  readonly #announce: (text: string) => void;

  /** `command` is what a finding is reproduced with, up to the options of its place. */
  constructor(known: readonly Explained[], command: string, announce: (text: string) => void) {
    this.#known = known;
    this.#command = command;
    this.#announce = announce;
  }

  get unexplained(): number {
    return sum(this.#unexplained);
  }

  get explained(): number {
    return [...this.#explained.values()].reduce((total, { count }) => total + count, 0);
  }

  /** Whether a finding is one that nobody explained, and of a kind not found before. */
  isNew(finding: FindingInContext): boolean {
    const name = signature(finding.request, finding.a, finding.difference);
    return !this.#unexplained.has(name) && this.#explanationOf(finding) === undefined;
  }

  /** Counts an answer of the original, so that a run can show what it reached. */
  answered(request: Request, a: Answer, place: Place): void {
    const isEmpty = /"(allocation_requests|resource_providers)": ?\[\]/.test(a.text);
    const key = `${request.method} ${route(request).slice(0, 60)} ${a.status}${isEmpty ? ' empty' : ''}`;
    this.#statuses.set(key, (this.#statuses.get(key) ?? 0) + 1);
    if (a.status < 500 && a.status !== 0) return;
    const difference = { where: 'status', a: inALine(a), b: '' };
    const name = `${request.method} ${route(request)} | ${shape(inALine(a))}`;
    addTo(this.#failures, name, { place, request, a, b: a, difference });
  }

  add(inContext: FindingInContext): void {
    const { earlier: _, ...finding } = inContext;
    const name = signature(finding.request, finding.a, finding.difference);
    const why = this.#explanationOf(inContext);
    if (why === undefined) {
      if (addTo(this.#unexplained, name, finding)) this.#announce(`${this.#describe(name, finding)}\n`);
      return;
    }
    const entry = this.#explained.get(why.id) ?? { count: 0, groups: new Map<string, Group>() };
    entry.count += 1;
    addTo(entry.groups, name, finding);
    this.#explained.set(why.id, entry);
  }

  #explanationOf({ request, a, b, difference, earlier }: FindingInContext): Explained | undefined {
    return this.#known.find((each) => each.matches(request, a, b, difference, earlier));
  }

  /** The closing text: every group once, the most frequent last, then the line that counts. */
  summary(): string {
    const lines: string[] = [];
    for (const group of byCount(this.#failures)) {
      lines.push(
        `the original failed ${group.count} times: ${group.signature}`,
        `  e.g. ${this.#again(group.example.place)}`,
      );
    }
    for (const [id, { count, groups }] of this.#explained) {
      lines.push(`explained (${id}): ${count}`);
      for (const group of byCount(groups)) lines.push(`  ${group.count} times: ${group.signature}`);
    }
    for (const group of byCount(this.#unexplained)) {
      lines.push('', `${group.count} times: ${this.#describe(group.signature, group.example)}`);
    }
    lines.push('', this.lastLine());
    return lines.join('\n');
  }

  lastLine(): string {
    return `${this.reads} reads, ${this.writes} writes, ${this.worlds} worlds: ${this.unexplained} unexplained, ${this.explained} explained differences`;
  }

  #describe(name: string, { place, request, a, b, difference, cause }: Finding): string {
    return [
      `DIFFERENCE ${name}`,
      `  seed ${place.seed}, world ${place.world}: ${show(request)}`,
      ...(cause === undefined ? [] : [`  made by ${show(cause)}`]),
      `  ${difference.where}`,
      `    A ${clip(difference.a)}`,
      `    B ${clip(difference.b)}`,
      `  A ${a.status} ${clip(a.text)}`,
      `  B ${b.status} ${clip(b.text)}`,
      `  again: ${this.#again(place)}`,
    ].join('\n');
  }

  #again({ seed, world, options }: Place): string {
    return `${this.#command} --seed ${seed} --world ${world} ${options}`;
  }

  writeJson(file: string): void {
    const explained = [...this.#explained].map(([id, { count, groups }]) => ({
      id,
      count,
      groups: byCount(groups),
    }));
    const { reads, writes, worlds } = this;
    const content = {
      reads,
      writes,
      worlds,
      unexplained: byCount(this.#unexplained),
      explained,
      failuresOfTheOriginal: byCount(this.#failures),
      answers: Object.fromEntries([...this.#statuses].sort(([left], [right]) => (left < right ? -1 : 1))),
    };
    writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
  }
}

/** Adds to a group, keeping the shortest request as its example; true where the group is new. */
function addTo(groups: Map<string, Group>, name: string, finding: Finding): boolean {
  const group = groups.get(name);
  if (group === undefined) {
    groups.set(name, { signature: name, count: 1, example: finding });
    return true;
  }
  group.count += 1;
  if (size(finding) < size(group.example)) group.example = finding;
  return false;
}

const size = ({ request }: Finding): number => request.path.length + (request.body?.length ?? 0);

const byCount = (groups: Map<string, Group>): Group[] =>
  [...groups.values()].sort((left, right) => left.count - right.count);

const sum = (groups: Map<string, Group>): number =>
  [...groups.values()].reduce((total, { count }) => total + count, 0);

function show(request: Request): string {
  const version = request.headers['openstack-api-version'] ?? 'no version';
  return [
    `${request.method} ${request.path} (${version})`,
    ...(request.body === undefined ? [] : [`body ${clip(request.body)}`]),
    ...unusual(request),
  ].join('\n    ');
}

/** Headers other than the ordinary ones, and ordinary ones that are missing. */
function unusual(request: Request): string[] {
  const ordinary = request.body === undefined ? always : { ...always, 'content-type': 'application/json' };
  const lines = Object.entries(request.headers)
    .filter(([name, value]) => name !== 'openstack-api-version' && ordinary[name] !== value)
    .map(([name, value]) => `header ${name}: ${value}`);
  const missing = Object.keys(ordinary).filter((name) => !(name in request.headers));
  return [...lines, ...missing.map((name) => `without header ${name}`)];
}

const always: Readonly<Record<string, string>> = { 'x-auth-token': 'admin', accept: 'application/json' };

const clip = (text: string): string =>
  text.length > 900 ? `${text.slice(0, 900)} … (${text.length} characters)` : text;
