import type { CloudState, KnownFlavor, KnownProvider } from '../state/cloud-state.ts';
import type { Step } from '../step.ts';

/** What a step makes of a state, by what it says of itself: an apply has to come to the same. Ids that services make are texts that say so. */
export function stateAfter(state: CloudState, step: Step): CloudState {
  const { classes, traits, providers, flavors } = state;
  const change = (name: string, made: (provider: KnownProvider) => KnownProvider) => ({
    ...state,
    providers: providers.map((each) => (each.name === name ? made(each) : each)),
  });
  const changeFlavor = (name: string, made: Partial<KnownFlavor>) => ({
    ...state,
    flavors: flavors.map((each) => (each.name === name ? { ...each, ...made } : each)),
  });
  const uuidOf = (name: string | null) => providers.find((each) => each.name === name)?.uuid ?? null;
  switch (step.kind) {
    case 'create-class':
      return { ...state, classes: new Set([...classes, step.name]) };
    case 'create-trait':
      return { ...state, traits: new Set([...traits, step.name]) };
    case 'create-provider': {
      const { name, parent } = step;
      const uuid = step.uuid ?? `made for ${name}`;
      const place = { parentUuid: uuidOf(parent), rootUuid: '' };
      const nothing = { inventories: {}, traits: [], aggregates: [] };
      return { ...state, providers: [...providers, { uuid, name, generation: 0, ...place, ...nothing }] };
    }
    case 'update-provider':
      return change(step.before.name, (each) => ({
        ...each,
        name: step.name,
        parentUuid: uuidOf(step.parent),
      }));
    case 'set-inventories':
      return change(step.provider, (each) => ({ ...each, inventories: step.after }));
    case 'set-traits':
      return change(step.provider, (each) => ({ ...each, traits: step.after }));
    case 'set-aggregates':
      return change(step.provider, (each) => ({ ...each, aggregates: step.after }));
    case 'delete-provider':
      return { ...state, providers: providers.filter(({ uuid }) => uuid !== step.uuid) };
    case 'create-flavor': {
      const made = { ...step.flavor, id: step.flavor.id ?? `made for ${step.flavor.name}` };
      return { ...state, flavors: [...flavors, { ...made, extraSpecs: {}, projects: [] }] };
    }
    case 'describe-flavor':
      return changeFlavor(step.flavor, { description: step.after });
    case 'set-extra-specs':
      return changeFlavor(step.flavor, { extraSpecs: step.after });
    case 'set-flavor-access':
      return changeFlavor(step.flavor, { projects: step.after });
    case 'delete-flavor':
      return { ...state, flavors: flavors.filter(({ id }) => id !== step.id) };
    default:
      return step satisfies never;
  }
}
