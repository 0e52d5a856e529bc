import { randomUUID } from 'node:crypto';
import { createProvider, deleteProvider, updateProvider } from '@berth/client/placement/providers.ts';
import { ensureResourceClass } from '@berth/client/placement/resource-classes.ts';
import { ensureTrait } from '@berth/client/placement/traits.ts';
import type { Cloud } from '../../asking/cloud.ts';
import type { CloudFile } from '../cloud-file.ts';
import { findFlavor } from '../find-flavor.ts';
import type { CloudState } from '../state/cloud-state.ts';
import type { Step } from '../step.ts';
import { FlavorWriter } from './flavor-writer.ts';
import { type LiveProvider, setAggregates, setInventories, setTraits } from './set-contents.ts';

/** Carries steps out, one after the other, and knows the ids of what the earlier ones have made. */
export class StepRunner {
  readonly #cloud: Cloud;
  readonly #providers: Map<string, LiveProvider>;
  readonly #flavors: FlavorWriter;

  /** The state is the one that the steps were planned by. */
  constructor(cloud: Cloud, file: CloudFile, state: CloudState) {
    this.#cloud = cloud;
    const newNames = new Map((file.providers ?? []).map(({ uuid, name }) => [uuid, name]));
    this.#providers = new Map(
      state.providers.map(({ uuid, name, generation }) => [newNames.get(uuid) ?? name, { uuid, generation }]),
    );
    const ids = new Map(
      (file.flavors ?? []).map((asked) => [asked.name, findFlavor(asked, state.flavors)?.id]),
    );
    this.#flavors = new FlavorWriter(() => cloud.compute(), ids);
  }

  async carryOut(step: Step): Promise<void> {
    switch (step.kind) {
      case 'create-class':
        return ensureResourceClass(await this.#placement(), step.name);
      case 'create-trait':
        return ensureTrait(await this.#placement(), step.name);
      case 'create-provider':
        return this.#createProvider(step);
      case 'update-provider':
        return this.#updateProvider(step);
      case 'set-inventories':
        return setInventories(await this.#placement(), this.#provider(step.provider), step);
      case 'set-traits':
        return setTraits(await this.#placement(), this.#provider(step.provider), step.after);
      case 'set-aggregates':
        return setAggregates(await this.#placement(), this.#provider(step.provider), step.after);
      case 'delete-provider':
        return deleteProvider(await this.#placement(), step.uuid);
      default:
        return this.#flavors.carryOut(step);
    }
  }

  async #createProvider({ name, uuid, parent }: Step & { readonly kind: 'create-provider' }): Promise<void> {
    const made = await createProvider(await this.#placement(), {
      uuid: uuid ?? randomUUID(),
      name,
      parentUuid: this.#uuidOf(parent),
    });
    this.#providers.set(name, { uuid: made.uuid, generation: made.generation });
  }

  async #updateProvider({ name, parent }: Step & { readonly kind: 'update-provider' }): Promise<void> {
    const provider = this.#provider(name);
    await updateProvider(await this.#placement(), {
      uuid: provider.uuid,
      name,
      parentUuid: this.#uuidOf(parent),
    });
    // It takes no generation, so others may have changed something before: what hangs on it is looked at again.
    provider.generation = null;
  }

  #uuidOf(name: string | null): string | null {
    return name === null ? null : this.#provider(name).uuid;
  }

  #provider(name: string): LiveProvider {
    const found = this.#providers.get(name);
    if (found === undefined) throw new Error(`no step before this one has made the provider ${name}`);
    return found;
  }

  async #placement() {
    return (await this.#cloud.placement()).transport;
  }
}
