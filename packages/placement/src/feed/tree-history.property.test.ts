import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import { afterAllCases } from '@berth/testing/random-cases.ts';
import { apply } from '@berth/engine/apply.ts';
import type { Change } from '@berth/engine/changes.ts';
import { decide } from '@berth/engine/decide.ts';
import type { ProviderId } from '@berth/engine/ids.ts';
import { Refusal } from '@berth/engine/refusals.ts';
import { arbitraryCommand, arbitraryWorldInUse } from '@berth/engine/testing/arbitrary-command.ts';
import { given } from '@berth/engine/testing/given.ts';
import { id } from '@berth/engine/testing/names.ts';
import { withRealGenerations } from '@berth/engine/testing/with-real-generations.ts';
import type { World, WorldState } from '@berth/engine/world.ts';
import type { ChangeFeed } from '@berth/ledger/following/feed.ts';
import type { NumberedChange } from '@berth/ledger/journal/journal.ts';
import fc from 'fast-check';
import { isAboutTree as isAskedFor } from './tree-filter.ts';
import { TreeHistory } from './tree-history.ts';

const names = ['p0', 'p1', 'p2', 'p3', 'x0', 'x1', 'y0', 'y1', 'y2', 'nobody'];
const arbitraryCommands = fc.array(arbitraryCommand(), { minLength: 1, maxLength: 30, size: '+1' });
/** The number of the change that made the given world. */
const base = 40;

test('a tree is never left without a change that is about it, and not bothered with others when all is known', async () => {
  const seen = { told: 0, leftOut: 0, uncertain: 0 };
  await assertProperty(
    fc.asyncProperty(
      arbitraryWorldInUse(),
      arbitraryCommands,
      fc.nat(),
      fc.nat(),
      async (text, commands, looked, pruned) => {
        const world = given(text);
        const feed = new ScriptedFeed(world);
        const trees = new TreeHistory(feed, () => world, 1);
        const lookedAt = looked % commands.length;
        for (const [index, command] of commands.entries()) {
          feed.carryOut(command);
          if (index === lookedAt) await trees.catchUp();
        }
        feed.forgottenThrough += pruned % (feed.records.length + 1);
        await trees.catchUp();
        assert.ok(trees.isReadyFor(feed.lastNumber));

        const lastMove = feed.records.findLast(({ change }) => isMove(change))?.number ?? 0;
        for (const record of feed.records) {
          if (record.number <= feed.forgottenThrough) continue;
          for (const tree of names.map(id)) {
            const isTold = isAskedFor(record, tree, trees);
            const isAbout = isAboutTree(record, tree);
            if (isAbout) assert.ok(isTold, `change ${record.number} is about the tree of ${tree}`);
            else if (record.number > lastMove && isCertain(record.change)) assert.ok(!isTold);
            seen[isAbout ? 'told' : isTold ? 'uncertain' : 'leftOut']++;
          }
        }
      },
    ),
    300,
  );
  afterAllCases(() => assert.ok(seen.told > 0 && seen.leftOut > seen.uncertain, JSON.stringify(seen)));
});

/** A change, with all that was true right before and right after it. */
interface Record extends NumberedChange<Change> {
  readonly before: Snapshot;
  readonly after: Snapshot;
}

interface Snapshot {
  readonly roots: ReadonlyMap<ProviderId, ProviderId>;
  readonly held: ReadonlyMap<string, readonly ProviderId[]>;
}

class ScriptedFeed implements ChangeFeed<Change> {
  readonly records: Record[] = [];
  forgottenThrough = base;
  readonly history = 0;
  readonly #world: WorldState;

  constructor(world: WorldState) {
    this.#world = world;
  }

  get lastNumber(): number {
    return base + this.records.length;
  }

  carryOut(given: Parameters<typeof withRealGenerations>[1]): void {
    for (const change of decideOrRefuse(this.#world, withRealGenerations(this.#world, given))) {
      const before = snapshot(this.#world);
      apply(this.#world, change);
      this.records.push({
        number: this.lastNumber + 1,
        at: 0,
        hash: '',
        change,
        before,
        after: snapshot(this.#world),
      });
    }
  }

  readAfter(after: number, limit: number) {
    const kept = this.records.filter(({ number }) => number > Math.max(after, this.forgottenThrough));
    return { changes: kept.slice(0, limit), forgottenThrough: this.forgottenThrough, hashBefore: '' };
  }

  onNews(): () => void {
    return () => {};
  }
}

function decideOrRefuse(world: World, command: Parameters<typeof decide>[1]): readonly Change[] {
  try {
    return decide(world, command);
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}

function snapshot(world: World): Snapshot {
  return {
    roots: new Map(Array.from(world.providers.values(), (provider) => [provider.id, provider.root.id])),
    held: new Map(
      Array.from(world.consumers.values(), ({ id, allocations }) => [
        String(id),
        allocations.map(({ provider }) => provider.id),
      ]),
    ),
  };
}

/** By the rule, from what was true then. */
function isAboutTree({ change, before, after }: Record, tree: ProviderId): boolean {
  return [before, after].some(({ roots, held }) => {
    const isIn = (id: ProviderId): boolean =>
      id === tree || (roots.has(tree) && roots.get(id) === roots.get(tree));
    switch (change.kind) {
      case 'provider-set':
        return isIn(change.provider.id);
      case 'provider-touched':
      case 'provider-removed':
      case 'inventories-set':
      case 'traits-set':
      case 'aggregates-set':
        return isIn(change.id);
      case 'consumer-set':
        return (held.get(change.consumer.id) ?? []).some(isIn);
      case 'consumer-removed':
        return (held.get(change.id) ?? []).some(isIn);
      case 'class-renamed':
        return true;
      default:
        return false;
    }
  });
}

function isMove({ kind }: Change): boolean {
  return kind === 'provider-set' || kind === 'provider-removed';
}

/** What a consumer held before is not known. */
function isCertain({ kind }: Change): boolean {
  return kind !== 'consumer-set' && kind !== 'consumer-removed';
}
