import { HttpError } from '@berth/api-kit/http-error.ts';
import { pythonRepr } from '@berth/api-kit/json/python-text.ts';
import type { ZoneChange } from '@berth/compute-engine/host-aggregates/allowed-zone.ts';
import type { ExceededLimit } from '@berth/compute-engine/quotas/servers-that-fit.ts';
import {
  ComputeRefusal,
  type ComputeRefusalKind,
  type ComputeRefusalReason,
} from '@berth/compute-engine/refusals.ts';
import { quotaNames } from './quotas/quota-names.ts';

type ReasonOf<Kind extends ComputeRefusalKind> = Extract<ComputeRefusalReason, { kind: Kind }>;

/** How a refusal is shown. A kind without a line does not compile. */
const table: {
  readonly [Kind in ComputeRefusalKind]: {
    readonly status: number;
    readonly sentence: (reason: ReasonOf<Kind>) => string;
  };
} = {
  'flavor-not-found': { status: 404, sentence: ({ id }) => `Flavor ${id} could not be found.` },
  'flavor-id-exists': { status: 409, sentence: ({ id }) => `Flavor with ID ${id} already exists.` },
  'flavor-name-exists': { status: 409, sentence: ({ name }) => `Flavor with name ${name} already exists.` },
  'flavor-is-public': { status: 409, sentence: () => 'Can not add access to a public flavor.' },
  'flavor-access-exists': {
    status: 409,
    sentence: ({ number, projectId }) =>
      `Flavor access already exists for flavor ${number} and project ${projectId} combination.`,
  },
  'flavor-access-not-found': {
    status: 404,
    sentence: ({ number, projectId }) => `Flavor access not found for ${number} / ${projectId} combination.`,
  },
  'too-many-flavor-projects': {
    status: 403,
    sentence: ({ most }) => `Access to a flavor can be given to ${most} projects at most.`,
  },
  'too-many-extra-specs': {
    status: 403,
    sentence: ({ most }) => `A flavor can have ${most} extra specs at most.`,
  },
  'too-many-user-quotas': {
    status: 403,
    sentence: ({ most }) => `At most ${most} users of a project can have quotas of their own.`,
  },
  'extra-spec-not-found': {
    status: 404,
    sentence: ({ id, key }) => `Flavor ${id} has no extra specs with key ${key}.`,
  },
  'service-not-found': { status: 404, sentence: ({ id }) => `Service ${id} could not be found.` },
  'host-has-servers': {
    status: 409,
    sentence: () =>
      'Unable to delete compute service that is hosting instances. Migrate or delete the instances first.',
  },
  'host-in-use': {
    status: 409,
    sentence: ({ host, provider }) =>
      `Unable to delete compute service of ${host}: something is still allocated from resource provider ${provider}.`,
  },
  'node-of-other-host': {
    status: 409,
    sentence: ({ id, host }) => `The node ${id} is one of host ${host}.`,
  },
  'provider-is-no-node': {
    status: 409,
    sentence: ({ id }) => `The provider ${id} is there, and is not that of this node.`,
  },
  'aggregate-not-found': {
    status: 404,
    sentence: ({ number }) => `Aggregate ${number} could not be found.`,
  },
  'aggregate-name-exists': { status: 409, sentence: ({ name }) => `Aggregate ${name} already exists.` },
  'aggregate-has-hosts': {
    status: 400,
    sentence: ({ number }) =>
      `Cannot remove host from aggregate ${number}. Reason: Host aggregate is not empty.`,
  },
  'aggregate-host-unknown': {
    status: 404,
    sentence: ({ host }) => `Compute host ${host} could not be found.`,
  },
  'aggregate-host-exists': {
    status: 409,
    sentence: ({ number, host }) => `Aggregate ${number} already has host ${host}.`,
  },
  'aggregate-host-not-found': {
    status: 404,
    sentence: ({ number, host }) => `Cannot remove host ${host} in aggregate ${number}`,
  },
  'host-in-other-zone': {
    status: 409,
    sentence: ({ number, zones }) =>
      `Cannot add host to aggregate ${number}. Reason: ${inOtherZones(zones)}.`,
  },
  'aggregate-zone-empty': {
    status: 400,
    sentence: ({ by, number, name }) =>
      `${cannotChange(by, number)} Aggregate ${name} does not support empty named availability zone.`,
  },
  'aggregate-zone-differs': {
    status: 400,
    sentence: ({ by, number, zones }) => `${cannotChange(by, number)} ${inOtherZones(zones)}.`,
  },
  'aggregate-zone-in-use': {
    status: 400,
    sentence: ({ by, number }) =>
      `${cannotChange(by, number)} One or more hosts contain instances in this zone.`,
  },
  'too-much-aggregate-metadata': {
    status: 400,
    sentence: ({ most }) => `An aggregate can have ${most} items of metadata at most.`,
  },
  'keypair-not-found': {
    status: 404,
    sentence: ({ userId, name }) => `Keypair ${name} not found for user ${userId}`,
  },
  'keypair-exists': { status: 409, sentence: ({ name }) => `Key pair '${name}' already exists.` },
  'keypair-invalid': { status: 400, sentence: ({ problem }) => `Keypair data is invalid: ${problem}` },
  'too-many-keypairs': { status: 403, sentence: () => 'Quota exceeded, too many key pairs.' },
  'server-group-not-found': { status: 404, sentence: ({ id }) => `Instance group ${id} could not be found.` },
  'too-many-server-groups': { status: 403, sentence: () => 'Quota exceeded, too many server groups.' },
  'rules-without-anti-affinity': { status: 400, sentence: () => 'Only anti-affinity policy supports rules.' },
  'limit-below-use': {
    status: 400,
    sentence: ({ thing, limit, least }) =>
      `Quota limit ${limit} for ${quotaNames[thing]} must be greater than or equal to already used and reserved ${least}.`,
  },
  'limit-above-project': {
    status: 400,
    sentence: ({ thing, limit, most }) =>
      `Quota limit ${limit} for ${quotaNames[thing]} must be less than or equal to ${most}.`,
  },
  'server-not-found': { status: 404, sentence: ({ id }) => `Instance ${id} could not be found.` },
  'server-not-ready': { status: 409, sentence: ({ id }) => `Instance ${id} is not ready` },
  'server-is-locked': { status: 409, sentence: ({ id }) => `Instance ${id} is locked` },
  'server-in-state': {
    status: 409,
    sentence: ({ id, action, attribute, state }) =>
      `Cannot '${action}' instance ${id} while it is in ${attribute} ${state}`,
  },
  'server-state-invalid': {
    status: 409,
    sentence: ({ id, action }) => `Instance ${id} is in an invalid state for '${action}'`,
  },
  'host-of-server-is-down': { status: 409, sentence: () => 'Service is unavailable at this time.' },
  'server-not-resized': { status: 400, sentence: () => 'Instance has not been resized.' },
  'host-has-migrations': {
    status: 409,
    sentence: () =>
      'Unable to delete compute service that has in-progress migrations. Complete the migrations or delete the instances first.',
  },
  'target-host-not-found': { status: 404, sentence: ({ host }) => `Compute host ${host} not found.` },
  'target-is-source': { status: 400, sentence: () => "The target host can't be the same one." },
  'host-still-in-use': {
    status: 400,
    sentence: ({ host }) => `Compute service of ${host} is still in use.`,
  },
  'server-is-there-already': {
    status: 400,
    sentence: () => 'Cannot migrate to the host where the server exists.',
  },
  'too-many-servers': { status: 403, sentence: ({ exceeded }) => exceededText(exceeded) },
  'too-many-at-once': {
    status: 400,
    sentence: ({ most }) => `At most ${most} servers can be made with one request.`,
  },
  'too-much-metadata': {
    status: 403,
    sentence: ({ most }) => `Maximum number of metadata items exceeds ${most}`,
  },
  'metadata-not-found': { status: 404, sentence: () => 'Metadata item was not found' },
  'too-many-tags': {
    status: 400,
    sentence: ({ most }) => `The number of tags exceeded the per-server limit ${most}`,
  },
  'tag-not-found': { status: 404, sentence: ({ id, tag }) => `Instance ${id} has no tag '${tag}'` },
  'hinted-group-not-found': { status: 400, sentence: ({ id }) => `Instance group ${id} could not be found.` },
  'too-many-group-members': { status: 403, sentence: () => 'Quota exceeded, too many servers in group' },
  'host-not-found': { status: 400, sentence: ({ host }) => `Compute host ${host} could not be found.` },
  'address-in-use': {
    status: 400,
    sentence: ({ address }) => `Fixed IP address ${address} is already in use on instance None.`,
  },
  'migration-of-server-not-found': { status: 404, sentence: migrationNotFound },
  'migration-to-complete-not-found': { status: 400, sentence: migrationNotFound },
  'migration-in-state': {
    status: 400,
    sentence: ({ id, number, status, action }) =>
      `Migration ${number} state of instance ${id} is ${status}. Cannot ${action} while the migration is in this state.`,
  },
  'plan-not-found': { status: 404, sentence: ({ id }) => `Plan ${id} could not be found.` },
  'too-many-plans': {
    status: 403,
    sentence: ({ most }) => `There can be ${most} plans at most: delete some that are done.`,
  },
  'plan-in-state': {
    status: 409,
    sentence: ({ id, action, state }) => `Cannot ${action} plan ${id} while it is ${state}.`,
  },
};

export function toHttpError(thrown: unknown): HttpError | null {
  if (!(thrown instanceof ComputeRefusal)) return null;
  const { status, sentence } = table[thrown.reason.kind];
  // The table's line takes the reasons of its own kind, and the kind is the reason's.
  return new HttpError(status, (sentence as (reason: ComputeRefusalReason) => string)(thrown.reason));
}

function migrationNotFound({ id, migration }: { readonly id: string; readonly migration: string }): string {
  return `Migration ${migration} not found for instance ${id}`;
}

function cannotChange(by: ZoneChange, number: number): string {
  return `Cannot update ${by === 'update' ? '' : 'metadata of '}aggregate ${number}. Reason:`;
}

function inOtherZones(zones: readonly string[]): string {
  return `One or more hosts already in availability zone(s) ${pythonRepr(zones)}`;
}

/** All that there is too little of, in lists that go together. */
function exceededText(exceeded: readonly ExceededLimit[]): string {
  const list = (of: (each: ExceededLimit) => string | number) => exceeded.map(of).join(', ');
  const names = list(({ thing }) => quotaNames[thing]);
  const amounts = `Requested ${list(({ requested }) => requested)}, but already used ${list(({ used }) => used)}`;
  return `Quota exceeded for ${names}: ${amounts} of ${list(({ limit }) => limit)} ${names}`;
}
