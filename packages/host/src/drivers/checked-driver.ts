import { isUuid } from '@berth/client/is-uuid.ts';
import { providerNameFault } from '@berth/client/placement/provider-name.ts';
import type { AllocationsByConsumer } from '@berth/client/placement/records.ts';
import { isResourceName } from '@berth/client/placement/resource-name.ts';
import { describeValue, onOneLine, quote } from '@berth/client/quote.ts';
import { type Driver, type Node, ReshapeFailed, ReshapeNeeded } from '../driver.ts';
import type { Guests } from '../guests.ts';
import type { ProviderTree } from '../provider-tree.ts';
import { driverAllocationFaults } from './check-driver-allocations.ts';
import { driverTreeFaults } from './check-driver-tree.ts';

/** A driver has failed, or has answered nonsense. Nothing of its answer is used. */
export class DriverError extends Error {
  override readonly name = 'DriverError';
}

/** A driver whose answers have been looked at before anybody relies on them. What it throws names it. */
export class CheckedDriver implements Driver {
  readonly #name: string;
  readonly #driver: Driver;

  constructor(name: string, driver: Driver) {
    this.#name = name;
    this.#driver = driver;
  }

  async nodes(): Promise<readonly Node[]> {
    const nodes: unknown = await this.#attempt('nodes', () => this.#driver.nodes());
    this.#refuse('nodes', nodesFaults(nodes));
    return nodes as readonly Node[];
  }

  async updateProviderTree(
    tree: ProviderTree,
    nodename: string,
    allocations?: AllocationsByConsumer,
  ): Promise<void> {
    const before = { tree: tree.copy(), allocations: structuredClone(allocations) };
    const place = `node ${quote(nodename)}`;
    await this.#attempt(place, () => this.#driver.updateProviderTree(tree, nodename, allocations));
    this.#refuse(place, driverTreeFaults(before.tree, tree, nodename));
    if (allocations === undefined || before.allocations === undefined) return;
    this.#refuse(place, driverAllocationFaults(before.allocations, allocations, tree, nodename));
  }

  capabilityTraits(): ReadonlyMap<string, boolean> {
    const place = 'capabilityTraits';
    let traits: unknown;
    try {
      traits = this.#driver.capabilityTraits();
    } catch (thrown) {
      throw this.#inOurWords(place, thrown);
    }
    this.#refuse(place, capabilityFaults(traits));
    return traits as ReadonlyMap<string, boolean>;
  }

  get guests(): Guests | undefined {
    return this.#driver.guests;
  }

  async close(): Promise<void> {
    await this.#driver.close?.();
  }

  async #attempt<Result>(place: string, work: () => Result | Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (thrown) {
      throw this.#inOurWords(place, thrown);
    }
  }

  /** A driver that is a package of its own has none of our classes; it says by a name what it means. */
  #inOurWords(place: string, thrown: unknown): Error {
    const { name, message } =
      thrown instanceof Error ? thrown : { name: '', message: `threw ${String(thrown)}` };
    const text = `driver ${quote(this.#name)}, ${place}: ${onOneLine(message, 2000)}`;
    if (name === 'ReshapeNeeded') return new ReshapeNeeded(text, { cause: thrown });
    if (name === 'ReshapeFailed') return new ReshapeFailed(text, { cause: thrown });
    return new DriverError(text, { cause: thrown });
  }

  #refuse(place: string, faults: readonly string[]): void {
    if (faults.length === 0) return;
    throw new DriverError(
      faults.map((fault) => `driver ${quote(this.#name)}, ${place}: ${fault}`).join('\n'),
    );
  }
}

function capabilityFaults(traits: unknown): readonly string[] {
  if (!(traits instanceof Map)) return ['there is no map from traits to whether they are true'];
  const given: ReadonlyMap<unknown, unknown> = traits;
  return [...given].flatMap(([trait, isTrue]) => {
    if (typeof trait !== 'string' || !isResourceName(trait))
      return [`${describeValue(trait)} is no name for a trait`];
    return typeof isTrue === 'boolean' ? [] : [`${trait} is true or false, and not ${describeValue(isTrue)}`];
  });
}

function nodesFaults(nodes: unknown): readonly string[] {
  if (!Array.isArray(nodes) || nodes.length === 0) return ['there is no list of at least one node'];
  const seen = new Set<unknown>();
  return nodes.flatMap((node: unknown, index) => {
    const { uuid, name } = Object(node) as Partial<Record<keyof Node, unknown>>;
    const isNew = !seen.has(uuid) && !seen.has(name);
    seen.add(uuid).add(name);
    if (typeof uuid !== 'string' || !isUuid(uuid)) {
      return [`node ${index} has no uuid, or one that is not in lower case`];
    }
    const nameFault = providerNameFault(name);
    if (nameFault !== null) return [`node ${index}: ${nameFault}`];
    return isNew ? [] : [`node ${index} has the name or uuid of another one`];
  });
}
