import { Collection } from '../collection.ts';
import type { FlavorId } from '../ids.ts';
import type { Flavor } from './flavor.ts';

/** All flavors. No two have one name. */
export class Flavors extends Collection<FlavorId, Flavor> {
  readonly #byName = new Map<string, Flavor>();

  named(name: string): Flavor | undefined {
    return this.#byName.get(name);
  }

  protected override onPut(flavor: Flavor): void {
    this.#byName.set(flavor.name, flavor);
  }

  protected override onGone({ name }: Flavor): void {
    this.#byName.delete(name);
  }
}
