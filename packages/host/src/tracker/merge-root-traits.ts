import type { ProviderTree } from '../provider-tree.ts';

export interface RootTraits {
  /** What the driver can do, and what it can not. */
  readonly capabilities: ReadonlyMap<string, boolean>;
  /** Whether nothing new is to be placed on the host. Null: that is said elsewhere, and stays as it is. */
  readonly isDisabled: boolean | null;
}

/** Whoever searches for candidates leaves out the roots that have it. */
const disabledTrait = 'COMPUTE_STATUS_DISABLED';

/**
 * Puts on a root what every host's root has. All other traits stay as they are, whoever has set them.
 *
 * Nova adds OWNER_NOVA, by which its scheduler knows the hosts that it may use. This is none of them: there is no compute service of Nova's
 * on it that could start anything.
 */
export function mergeRootTraits(
  tree: ProviderTree,
  rootUuid: string,
  { capabilities, isDisabled }: RootTraits,
): void {
  const { traits } = tree.data(rootUuid);
  for (const [trait, isOn] of [
    ...capabilities,
    ['COMPUTE_NODE', true],
    [disabledTrait, isDisabled ?? traits.has(disabledTrait)],
  ] as const) {
    if (isOn) traits.add(trait);
    else traits.delete(trait);
  }
  tree.updateTraits(rootUuid, traits);
}
