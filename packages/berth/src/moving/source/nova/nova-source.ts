import { allSeries } from '@berth/compute-engine/ids.ts';
import { type Noun, type Nouns, nouns } from '@berth/compute-engine/nouns.ts';
import type { ComputeRecord } from '@berth/compute/records/compute-record.ts';
import type { RecordSource } from '../../record-source.ts';
import type { LedgerRecord } from '../../part-records.ts';
import type { WorkFile } from '../work-file.ts';
import { finishServer, gatherServerFacts, type ServerFacts } from './finish-server.ts';
import { giveNumbers, highestNumber, seriesOf } from './give-numbers.ts';
import type { Loss } from './loss.ts';
import { novaThingIn } from './nova-thing.ts';

/** A record, whole, with what is lost of it. */
export interface FinishedRecord {
  readonly record: ComputeRecord;
  readonly losses: readonly Loss[];
}

/** Everything that was read: first Placement, then Nova, each thing with its number and with what other answers tell of it. */
export class NovaSource {
  readonly #work: WorkFile;
  readonly #allowsBusy: boolean;
  #facts: ServerFacts | null = null;

  /** To be made when all is read: nothing may be added afterwards. */
  constructor(work: WorkFile, allowed: ReadonlySet<string>) {
    this.#work = work;
    this.#allowsBusy = allowed.has('busy-servers');
    giveNumbers(work);
  }

  /** All that was read, as a source for an import. */
  source(name: string): RecordSource {
    const placement = this.#work.source(name);
    const compute = () => this.#portions();
    return {
      ...placement,
      async *read(): AsyncGenerator<readonly LedgerRecord[]> {
        yield* placement.read();
        yield* compute();
      },
    };
  }

  /** Compute's, in the order of an export. */
  *finished(): Generator<FinishedRecord> {
    for (const series of allSeries.toSorted()) {
      const last = this.#lastOf(series);
      if (last > 0) yield { record: { kind: 'number-series', series, last }, losses: [] };
    }
    for (const noun of nouns) yield* this.#finishedOf(noun);
  }

  *#portions(): Generator<readonly ComputeRecord[]> {
    let portion: ComputeRecord[] = [];
    for (const { record } of this.finished()) {
      portion.push(record);
      if (portion.length < portionSize) continue;
      yield portion;
      portion = [];
    }
    yield portion;
  }

  *#finishedOf<N extends Noun>(noun: N): Generator<FinishedRecord> {
    const rows = this.#work.run(
      `select line, number, place from records left join temp.numbers using (kind, id) where kind = ? order by row_key`,
    );
    for (const { line, number, place } of rows.iterate(noun)) {
      const read = novaThingIn(noun, String(line));
      const numbered = number === null ? read.thing : { ...read.thing, number: Number(number) };
      if (noun !== 'server') {
        yield { record: { kind: noun, thing: numbered } as ComputeRecord, losses: read.losses }; // The thing is of the noun.
        continue;
      }
      // As the noun says.
      const { server, losses } = finishServer(numbered as Nouns['server'], this.#serverFacts, Number(place));
      yield { record: { kind: 'server', thing: server }, losses: [...read.losses, ...losses] };
    }
  }

  get #serverFacts(): ServerFacts {
    this.#facts ??= gatherServerFacts(this.#work, this.#allowsBusy);
    return this.#facts;
  }

  #lastOf(series: string): number {
    const noun = nouns.find((each) => seriesOf[each] === series);
    const given = noun === undefined ? 0 : highestNumber(this.#work, noun);
    return series === 'flavors' ? Math.max(given, ...this.#serverFacts.flavorNumbers.values()) : given;
  }
}

/** As many as are stored together. */
const portionSize = 1000;
