import type { Progress } from '../progress.ts';
import {
  fetchClass,
  fetchClassNames,
  fetchTrait,
  fetchTraitNames,
  orderOfNewClass,
} from './fetch-catalog.ts';
import { fetchConsumer } from './fetch-consumer.ts';
import { fetchProvider, fetchProviderIds } from './fetch-provider.ts';
import { forEachOf } from './for-each-of.ts';
import type { PlacementClient } from './placement-client.ts';
import { named as namedAnswer } from './named-answer.ts';
import type { RoundEnd, WorkFile } from './work-file.ts';

/**
 * Reads all there is once, into the work file, and says what has changed since the round before. What was already read in this
 * round, before an interruption, is not read again.
 *
 * If a round finds no change then all was, at the moment between it and the one before, as it was read: each thing was read
 * before and after that moment, and generations only ever count up, so it has not changed and changed back.
 */
export async function readRound(
  client: PlacementClient,
  work: WorkFile,
  {
    concurrency,
    progress,
    besides = async () => {},
  }: {
    readonly concurrency: number;
    readonly progress: Progress;
    /** What else is read in this round. */
    readonly besides?: () => Promise<void>;
  },
): Promise<RoundEnd> {
  const { startedAt, round } = work;
  const step = async (
    what: string,
    kind: 'class' | 'trait' | 'provider' | 'consumer',
    ids: readonly string[],
    read: (id: string) => Promise<void>,
  ) => {
    const waiting = ids.filter((id) => !work.isSeen(kind, id));
    let done = ids.length - waiting.length;
    progress.start(`round ${round}, ${what}`, ids.length, done);
    await forEachOf(waiting, concurrency, async (id) => {
      await named(`${kind} ${id}`, () => read(id));
      progress.at(++done);
    });
    progress.end(done);
  };

  const classes = await named('the classes', () => fetchClassNames(client));
  const orders = ordersOf(classes, work);
  await step('resource classes', 'class', classes, async (name) => {
    const resourceClass = await fetchClass(client, name, orders.get(name) ?? 0, startedAt);
    if (resourceClass !== null) work.put({ kind: 'class', resourceClass });
  });
  await step('traits', 'trait', await named('the traits', () => fetchTraitNames(client)), async (name) => {
    const trait = await fetchTrait(client, name, startedAt);
    if (trait !== null) work.put({ kind: 'trait', trait });
  });
  const providers = await named('the providers', () => fetchProviderIds(client));
  await step('providers', 'provider', providers, async (id) => {
    const fetched = await fetchProvider(client, id, startedAt);
    if (fetched !== null) work.put(fetched.record, fetched.consumers);
  });
  await step('consumers', 'consumer', work.consumersToRead(), async (id) => {
    const record = await fetchConsumer(client, id, startedAt);
    if (record !== null) work.put(record);
  });
  await besides();
  return work.endRound();
}

async function named<Result>(what: string, read: () => Promise<Result>): Promise<Result> {
  return await namedAnswer('Placement', what, read);
}

/** A class keeps the place that it got when it was seen first. */
function ordersOf(names: readonly string[], work: WorkFile): ReadonlyMap<string, number> {
  const orders = new Map<string, number>();
  for (const name of names) {
    const known = work.get('class', name);
    if (known?.kind === 'class') orders.set(name, known.resourceClass.order);
  }
  const taken = new Set(orders.values());
  for (const name of names) {
    if (orders.has(name)) continue;
    const order = orderOfNewClass(name, taken);
    orders.set(name, order);
    taken.add(order);
  }
  return orders;
}
