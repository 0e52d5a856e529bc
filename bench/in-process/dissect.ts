import { QueryParams } from '@berth/api-kit/query-params.ts';
import { Search } from '@berth/engine/candidates/search.ts';
import type { World } from '@berth/engine/world.ts';
import { openSqliteJournal } from '@berth/ledger/journal/sqlite-journal.ts';
import {
  type ParsedRequest,
  parseRequest,
} from '@berth/placement/http/allocation-candidates/parse-request.ts';
import { candidatesJson } from '@berth/placement/http/allocation-candidates/candidates-body.ts';
import { versions } from '@berth/placement/http/versions.ts';
import { featuresAt } from '@berth/placement/testing/features-at.ts';
import { cloudProjections } from '@berth/berth/cloud/stored-cloud.ts';
import { loadedCloud } from '@berth/berth/testing/loaded-cloud.ts';
import type { RequestTemplate } from '../load/request-template.ts';
import { type Row, row, type Via } from '../measuring/row.ts';
import type { Operation } from '../ops/operation.ts';
import { FinishedSearch } from './finished-search.ts';
import type { Job } from './job.ts';
import { repeatInRounds } from './repeat.ts';
import { takeAll } from './take-all.ts';

/** As many candidates as a client without a limit gets. */
const usualCap = 100_000;

/** Which part of the time for candidates is searching and which is encoding, each measured by itself, and both. */
export async function dissect({ world: name, ledger, operations, seconds }: Job): Promise<Row[]> {
  const world = loadWorld(ledger);
  const rows: Row[] = [];
  for (const operation of operations) {
    const requests = operation.templates.map(parsed);
    const finished = requests
      .slice(0, keptCount(operation))
      .map(({ request, limit }) => new FinishedSearch(world, request, limit ?? usualCap));
    const items = finished.map(({ size }) => size);
    const works: readonly (readonly [Via, () => void])[] = [
      ['search', inTurn(requests, (each) => find(world, each))],
      ['encoding', inTurn(finished, encode)],
      ['search, encoding', inTurn(requests, (each) => findAndEncode(world, each))],
    ];
    const measure = (time: number) =>
      repeatInRounds(
        works.map(([, work]) => work),
        time,
      );
    await measure(Math.min(0.5, seconds));
    for (const [index, { timings, perSecond }] of (await measure(seconds)).entries()) {
      const [via] = works[index] as (typeof works)[number];
      rows.push(
        row(
          { world: name, operation: operation.name, via },
          { alone: timings, loaded: { perSecond }, items },
        ),
      );
    }
  }
  return rows;
}

function inTurn<Item>(items: readonly Item[], work: (item: Item) => void): () => void {
  let next = 0;
  return () => work(items[next++ % items.length] as Item);
}

function loadWorld(ledger: string): World {
  const journal = openSqliteJournal(ledger, cloudProjections);
  const { placement } = loadedCloud(journal.load());
  journal.close();
  return placement;
}

function parsed({ path }: RequestTemplate): ParsedRequest {
  return parseRequest(new QueryParams(path.slice(path.indexOf('?') + 1)), featuresAt('1.39'));
}

function find(world: World, { request, limit }: ParsedRequest): void {
  new Search(world, request).take(limit ?? usualCap);
}

const version = versions.indexOf('1.39');

/** The bytes are made, and thrown away. */
function encode(search: FinishedSearch): void {
  search.rewind();
  takeAll(candidatesJson(search.request, search, search.size, version));
}

function findAndEncode(world: World, { request, limit }: ParsedRequest): void {
  takeAll(candidatesJson(request, new Search(world, request), limit ?? usualCap, version));
}

/** Of answers without a limit only a few are kept: there may be a hundred thousand candidates in each. */
function keptCount({ name }: Operation): number {
  return name.endsWith('nolimit') ? 2 : 16;
}
