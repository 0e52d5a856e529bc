import { pythonInteger } from '@berth/extra-specs/python/python-integer.ts';
import { standardClasses } from '@berth/engine/catalog/resource-classes.ts';
import { customPrefix } from '@berth/engine/resource-class.ts';
import type { GroupDraft, RequestDraft } from './request-draft.ts';
import type { Wishes } from './wishes.ts';

/**
 * What the flavor asks of Placement in so many words: `resources:CUSTOM_GOLD=1`, `trait1:HW_CPU_X86_AVX=required`, `group_policy`. What
 * cannot be meant is left out, as by the original: it was refused when the flavor was made, if anybody cared.
 */
export function extraSpecGroups({ flavor }: Wishes, draft: RequestDraft): void {
  for (const [key, value] of Object.entries(flavor.extraSpecs)) {
    if (key === 'group_policy') {
      if (value === 'none' || value === 'isolate') draft.groupPolicy = value;
      continue;
    }
    const [, what, suffix = '', name = ''] = pattern.exec(key) ?? [];
    if (what === 'resources') addResource(draft.group(suffix), name, value);
    else if (what === 'trait') addTrait(draft.group(suffix), name, value);
  }
}

/** So `traits:X` is a trait of the group `s`. */
const pattern = /^(resources|trait)([a-zA-Z0-9_-]{1,64})?:(.*)$/;

function addResource(group: GroupDraft, name: string, value: string): void {
  const amount = pythonInteger(value);
  const isClass = name.startsWith(customPrefix) || standardClasses.includes(name);
  if (isClass && amount !== null && amount >= 0n) group.want(name, Number(amount));
}

function addTrait(group: GroupDraft, name: string, value: string): void {
  if (value === 'required') group.require(name);
  else if (value === 'forbidden') group.forbid(name);
}
