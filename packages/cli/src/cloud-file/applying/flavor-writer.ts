import { type Service, textAt, thingAt } from '../../asking/service.ts';
import { Float } from '../../output/value.ts';
import { listChange, type NewFlavor, type Step } from '../step.ts';

export type FlavorStep = Extract<
  Step,
  {
    readonly kind:
      | 'create-flavor'
      | 'describe-flavor'
      | 'set-extra-specs'
      | 'set-flavor-access'
      | 'delete-flavor';
  }
>;

/** Carries out what is about flavors. */
export class FlavorWriter {
  readonly #compute: () => Promise<Service>;
  /** By name. */
  readonly #ids: Map<string, string | undefined>;

  constructor(compute: () => Promise<Service>, ids: ReadonlyMap<string, string | undefined>) {
    this.#compute = compute;
    this.#ids = new Map(ids);
  }

  async carryOut(step: FlavorStep): Promise<void> {
    const compute = await this.#compute();
    switch (step.kind) {
      case 'create-flavor': {
        const made = await compute.post('/flavors', { flavor: flavorBody(step.flavor) });
        this.#ids.set(step.flavor.name, textAt(thingAt(made, 'flavor'), 'id'));
        return;
      }
      case 'describe-flavor':
        await compute.put(this.#path(step.flavor), { flavor: { description: step.after } });
        return;
      case 'set-extra-specs':
        return this.#setExtraSpecs(compute, step);
      case 'set-flavor-access':
        return this.#setAccess(compute, step);
      case 'delete-flavor':
        return compute.delete(`/flavors/${encodeURIComponent(step.id)}`);
      default:
        return step satisfies never;
    }
  }

  async #setExtraSpecs(
    compute: Service,
    { flavor, before, after }: Step & { readonly kind: 'set-extra-specs' },
  ): Promise<void> {
    const path = `${this.#path(flavor)}/os-extra_specs`;
    const changed = Object.entries(after).filter(([key, value]) => before[key] !== value);
    if (changed.length > 0) await compute.post(path, { extra_specs: Object.fromEntries(changed) });
    for (const key of Object.keys(before).filter((each) => !Object.hasOwn(after, each)))
      await compute.delete(`${path}/${encodeURIComponent(key)}`);
  }

  async #setAccess(compute: Service, step: Step & { readonly kind: 'set-flavor-access' }): Promise<void> {
    const path = `${this.#path(step.flavor)}/action`;
    const { added, removed } = listChange(step);
    for (const tenant of added) await compute.post(path, { addTenantAccess: { tenant } });
    for (const tenant of removed) await compute.post(path, { removeTenantAccess: { tenant } });
  }

  #path(name: string): string {
    return `/flavors/${encodeURIComponent(this.#ids.get(name) ?? '')}`;
  }
}

function flavorBody({ name, id, sizes, description }: NewFlavor): Readonly<Record<string, unknown>> {
  return {
    name,
    id,
    ram: sizes.ram,
    vcpus: sizes.vcpus,
    disk: sizes.disk,
    'OS-FLV-EXT-DATA:ephemeral': sizes.ephemeral,
    swap: sizes.swap,
    rxtx_factor: new Float(sizes.rxtxFactor),
    'os-flavor-access:is_public': sizes.isPublic,
    ...(description === null ? {} : { description }),
  };
}
