import type { RecordCounts } from '../../part-records.ts';
import type { WorkFile } from '../work-file.ts';
import { type Loss, type LossKind, lossTexts, neverTold } from './loss.ts';
import type { NovaSource } from './nova-source.ts';

/** What has come along, and what has not: for people, and as JSON for programs. */
export interface NovaReport {
  readonly compute: string;
  readonly placement: string;
  readonly version: string;
  /** How many of each kind of record. */
  readonly imported: RecordCounts;
  /** What is there and could not be had, or not as it is, by its kind. */
  readonly losses: readonly LossSummary[];
  readonly never_told: readonly string[];
}

export interface LossSummary {
  readonly kind: LossKind;
  readonly text: string;
  readonly count: number;
  /** The first of them. */
  readonly examples: readonly string[];
}

export interface ReportFacts {
  readonly compute: string;
  readonly placement: string;
  readonly version: string;
  readonly imported: RecordCounts;
}

export function novaReport(work: WorkFile, source: NovaSource, facts: ReportFacts): NovaReport {
  const counts = new Map<LossKind, { count: number; readonly examples: string[] }>();
  const note = ({ kind, what }: Loss) => {
    const known = counts.getOrInsertComputed(kind, () => ({ count: 0, examples: [] }));
    known.count++;
    if (known.examples.length < examplesMax) known.examples.push(what);
  };
  for (const { losses } of source.finished()) losses.forEach(note);
  const besides = work.run(
    `select line from records where kind in ('unnamed-action', 'unread-quota') order by kind, row_key`,
  );
  for (const { line } of besides.iterate()) {
    const { losses } = JSON.parse(String(line)) as { losses: readonly Loss[] };
    losses.forEach(note);
  }
  for (const id of consumersWithoutServer(work)) note({ kind: 'unknown-server', what: `consumer ${id}` });
  const kinds = Object.keys(lossTexts) as LossKind[]; // They are its keys.
  return {
    ...facts,
    losses: kinds.flatMap((kind) => {
      const known = counts.get(kind);
      return known === undefined ? [] : [{ kind, text: lossTexts[kind], ...known }];
    }),
    never_told: neverTold,
  };
}

const examplesMax = 1000;
const examplesPrinted = 3;

/** The same for people, line by line. */
export function* reportLines({ losses, never_told: never }: NovaReport): Generator<string> {
  yield losses.length === 0
    ? 'Nothing that is told was lost.'
    : 'What could not be had, or not as it is there:';
  for (const { text, count, examples } of losses) {
    const shown = examples.slice(0, examplesPrinted).join('; ');
    yield `  ${count} × ${text} (${shown}${count > examplesPrinted ? '; …' : ''})`;
  }
  yield 'What no Nova tells:';
  for (const what of never) yield `  ${what}`;
}

/** What is held for something that is said to be a server, or of which nothing is said. */
function* consumersWithoutServer(work: WorkFile): Generator<string> {
  const rows = work.run(
    `select id from records as held where kind = 'consumer'
       and coalesce(json_extract(line, '$.consumer_type'), 'INSTANCE') = 'INSTANCE'
       and not exists (select 1 from records where kind = 'server' and id = held.id) order by id`,
  );
  for (const { id } of rows.iterate()) yield String(id);
}
