import type { Identity } from './identity-state.ts';
import type { Noun, Nouns } from './nouns.ts';
import { refuse } from './refusals.ts';

/** Where things of each noun are. */
const places = {
  domain: 'domains',
  project: 'projects',
  user: 'users',
  group: 'groups',
  role: 'roles',
  'application-credential': 'applicationCredentials',
  region: 'regions',
  'catalog-service': 'catalogServices',
  'catalog-endpoint': 'catalogEndpoints',
  'registered-limit': 'registeredLimits',
  limit: 'limits',
} as const satisfies Partial<Record<Noun, keyof Identity>>;

export type FoundNoun = keyof typeof places;

/** Refuses where there is none. */
export function found<N extends FoundNoun>(identity: Identity, noun: N, id: string): Nouns[N] {
  // Under its name the state has the noun's own collection; the compiler does not follow the two.
  const thing = identity[places[noun]].get(id) as Nouns[N] | undefined;
  return thing ?? refuse({ kind: 'not-found', noun, id });
}

/** What is immutable can only be made mutable. */
export function refuseImmutable(
  noun: 'domain' | 'project' | 'role',
  { id, options }: { readonly id: string; readonly options: { readonly immutable?: boolean | null } },
  change: { readonly options?: { readonly immutable?: boolean | null } } | null,
): void {
  if (options.immutable !== true) return;
  if (change?.options?.immutable !== false)
    refuse({ kind: 'immutable', noun, id, doing: change === null ? 'delete' : 'update' });
}

/** The same options with those that are named set, and those that are set to nothing gone. */
export function withOptions<Options extends object>(before: Options, change: object | undefined): Options {
  const entries = Object.entries({ ...before, ...change }).filter(([, value]) => value !== null);
  return Object.fromEntries(entries) as Options;
}
