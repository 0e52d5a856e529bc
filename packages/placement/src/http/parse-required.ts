import { badRequest } from '@berth/api-kit/http-error.ts';
import type { QueryParams } from '@berth/api-kit/query-params.ts';
import type { TraitName } from '@berth/engine/ids.ts';
import type { Features } from './features.ts';

export interface TraitConditions {
  readonly requiredTraits: readonly (readonly TraitName[])[];
  readonly forbiddenTraits: readonly TraitName[];
}

/** All `required{suffix}` parameters: traits that must be there, `!` those that must not, `in:` any of several. */
export function parseRequired(query: QueryParams, suffix: string, features: Features): TraitConditions {
  const values = query.all(`required${suffix}`);
  const requiredTraits: TraitName[][] = [];
  const forbiddenTraits = new Set<TraitName>();
  // Until 1.38 of a repeated parameter only the last counts. One that says the same again says nothing new.
  for (const value of new Set(features.anyTraits ? values : values.slice(-1))) {
    const { required, forbidden } = parseTraits(value, features.forbiddenTraits, features.anyTraits);
    requiredTraits.push(...required);
    for (const trait of forbidden) forbiddenTraits.add(trait);
  }
  return { requiredTraits, forbiddenTraits: [...forbiddenTraits] };
}

/** One value of `required` or `root_required`. */
export function parseTraits(value: string, allowsForbidden: boolean, allowsAny: boolean) {
  if (value.startsWith('in:')) return parseAnyTraits(value, allowsAny);
  const traits = value.split(',').map((part) => part.trim());
  // Any number of exclamation marks forbids.
  const forbidden = traits.filter((trait) => trait.startsWith('!')).map((trait) => trait.replace(/^!+/, ''));
  if (traits.includes('') || forbidden.includes('')) {
    const form = allowsForbidden ? 'HW_CPU_X86_VMX,!CUSTOM_MAGIC' : 'HW_CPU_X86_VMX,CUSTOM_MAGIC';
    throw malformed(
      `Expected 'required' parameter value of the form: ${form}. Got an empty trait in: ${value}`,
    );
  }
  if (forbidden.length > 0 && !allowsForbidden) {
    throw malformed(
      `Expected 'required' parameter value of the form: HW_CPU_X86_VMX,CUSTOM_MAGIC. Got: ${value}`,
    );
  }
  return {
    required: traits.filter((trait) => !trait.startsWith('!')).map((trait) => [trait as TraitName]),
    forbidden: forbidden as TraitName[],
  };
}

function parseAnyTraits(value: string, allowsAny: boolean) {
  if (!allowsAny) {
    throw malformed(
      `The format 'in:HW_CPU_X86_VMX,CUSTOM_MAGIC' only supported since microversion 1.39. Got: ${value}`,
    );
  }
  const traits = value
    .slice(3)
    .split(',')
    .map((part) => part.trim());
  if (traits.includes('')) {
    throw malformed(
      `Expected 'required' parameter value of the form: in:HW_CPU_X86_VMX,CUSTOM_MAGIC. Got an empty trait in: ${value}`,
    );
  }
  if (traits.some((trait) => trait.startsWith('!'))) {
    throw malformed(
      `The format 'in:HW_CPU_X86_VMX,CUSTOM_MAGIC' does not support forbidden traits. Got: ${value}`,
    );
  }
  return { required: [[...new Set(traits)] as TraitName[]], forbidden: [] as TraitName[] };
}

function malformed(why: string) {
  return badRequest(`Invalid query string parameters: ${why}`);
}
