import type { Flavor } from '@berth/compute-engine/flavors/flavor.ts';
import type { Noun, Nouns } from '@berth/compute-engine/nouns.ts';
import { description, sizes } from '../http/flavors/bodies.ts';
import { nodeRule, orderRule } from './host-rules.ts';
import { keypairProblems } from './keypair-rules.ts';
import { classQuotaProblems, projectQuotaProblems, userQuotaProblems } from './quota-rules.ts';
import { serverGroupProblems } from './server-group-rules.ts';
import { actionShape } from './action-shape.ts';
import { serverShape } from './server-shape.ts';
import { serviceShape } from './service-shape.ts';
import { hasShape, instant, instantOrNull, seriesNumber } from './thing-shape.ts';

/**
 * What things of each noun have to be by themselves: sentences about what is not so. The rules are those of the API, made of the same
 * pieces, since nothing may come into a ledger that no client could have put there, whatever the door.
 */
const rules: { readonly [N in Noun]: (thing: Nouns[N]) => Iterable<string> } = {
  flavor: hasShape<Flavor>('flavor', {
    number: seriesNumber,
    id: { ...sizes.id, type: 'string' },
    name: sizes.name,
    vcpus: { ...sizes.vcpus, type: 'integer' },
    memoryMb: { ...sizes.ram, type: 'integer' },
    rootGb: { ...sizes.disk, type: 'integer' },
    ephemeralGb: { ...sizes['OS-FLV-EXT-DATA:ephemeral'], type: 'integer' },
    swapMb: { ...sizes.swap, type: 'integer' },
    rxtxFactor: { ...sizes.rxtx_factor, type: 'number' },
    isPublic: { type: 'boolean' },
    description,
    extraSpecs: {
      type: 'object',
      patternProperties: { '^[a-zA-Z0-9-_:. ]{1,255}$': { type: 'string', maxLength: 255 } },
      additionalProperties: false,
    },
    projects: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 255 }, uniqueItems: true },
    createdAt: instant,
    updatedAt: instantOrNull,
  }),
  node: nodeRule,
  order: orderRule,
  keypair: keypairProblems,
  'server-group': serverGroupProblems,
  'project-quota': projectQuotaProblems,
  'user-quota': userQuotaProblems,
  'class-quota': classQuotaProblems,
  server: hasShape('server', serverShape),
  action: hasShape('action', actionShape),
  service: hasShape('service', serviceShape),
};

/** Asked of whatever stands where a thing of the noun should. */
export function* thingProblems<N extends Noun>(noun: N, thing: Nouns[N]): Generator<string> {
  if (typeof thing !== 'object' || thing === null || typeof thing.id !== 'string') yield 'it has no id';
  else yield* rules[noun](thing);
}
