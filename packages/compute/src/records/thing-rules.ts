import type { Noun, Nouns } from '@berth/compute-engine/nouns.ts';
import { actionProblems } from './action-rules.ts';
import { flavorProblems } from './flavor-rules.ts';
import { aggregateHostProblems, hostAggregateProblems } from './host-aggregate-rules.ts';
import { nodeRule, orderRule } from './host-rules.ts';
import { keypairProblems } from './keypair-rules.ts';
import { planPageProblems, planProblems } from './plan-rules.ts';
import { classQuotaProblems, projectQuotaProblems, userQuotaProblems } from './quota-rules.ts';
import { serverGroupProblems } from './server-group-rules.ts';
import { decisionLogShape } from './decision-log-shape.ts';
import { imageChoreShape } from './image-chore-shape.ts';
import { migrationShape } from './migration-shape.ts';
import { serverShape } from './server-shape.ts';
import { serviceShape } from './service-shape.ts';
import { hasShape } from './thing-shape.ts';

/**
 * What things of each noun have to be by themselves: sentences about what is not so. The rules are those of the API, made of the same
 * pieces, since nothing may come into a ledger that no client could have put there, whatever the door.
 */
const rules: { readonly [N in Noun]: (thing: Nouns[N]) => Iterable<string> } = {
  flavor: flavorProblems,
  node: nodeRule,
  'host-aggregate': hostAggregateProblems,
  'aggregate-host': aggregateHostProblems,
  order: orderRule,
  action: actionProblems,
  keypair: keypairProblems,
  'server-group': serverGroupProblems,
  'project-quota': projectQuotaProblems,
  'user-quota': userQuotaProblems,
  'class-quota': classQuotaProblems,
  plan: planProblems,
  'plan-page': planPageProblems,
  server: hasShape('server', serverShape, ['hints']),
  'decision-log': hasShape('decision log', decisionLogShape),
  migration: hasShape('migration', migrationShape, ['askedHost', 'live']),
  service: hasShape('service', serviceShape, ['backAt']),
  'image-chore': hasShape('image chore', imageChoreShape),
};

/** Asked of whatever stands where a thing of the noun should. */
export function* thingProblems<N extends Noun>(noun: N, thing: Nouns[N]): Generator<string> {
  if (typeof thing !== 'object' || thing === null || typeof thing.id !== 'string') yield 'it has no id';
  else yield* rules[noun](thing);
}
