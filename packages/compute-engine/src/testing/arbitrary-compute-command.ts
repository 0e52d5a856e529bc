import type { AggregateId, ConsumerId, ProviderId } from '@berth/engine/ids.ts';
import { now } from '@berth/engine/testing/instants.ts';
import fc from 'fast-check';
import type { ComputeCommand } from '../decide.ts';

import type { Outcome } from '../orders/outcome.ts';
import type { PortOutcome } from '../orders/report-ports.ts';
import { defaultSchedulerSettings } from '../scheduler/settings.ts';
import { type PowerState, powerStates } from '../servers/server-states.ts';
import type { FlavorId, OrderId, PlanId, ServerGroupId, ServiceId } from '../ids.ts';
import { type Limits, limitedThings } from '../quotas/limits.ts';
import type { PlanDraft } from '../plans/plan-draft.ts';
import type { KeptOptions } from '../plans/plan.ts';
import type { PlanGoal } from '../plans/plan-request.ts';
import { serverIdOf } from './some-server.ts';
import { arbitraryServerCommands } from './arbitrary-server-commands.ts';
import { serverGroupPolicies } from '../server-groups/server-group.ts';

/** Commands about few things, so that they meet: about half of them are refused. */
export function arbitraryComputeCommand(): fc.Arbitrary<ComputeCommand> {
  return fc.oneof(
    ...Object.entries(arbitraries).map(([kind, arbitrary]) => ({
      arbitrary: arbitrary.map((fields) => ({ kind, ...fields }) as ComputeCommand), // They are the fields of that kind.
      weight: weightOf(kind),
    })),
  );
}

/** What others rest on comes often: a host is in an aggregate only if there are both. */
function weightOf(kind: string): number {
  if (/^(register-host|create-aggregate|(add|remove)-aggregate-host)$/.test(kind)) return 12;
  if (/quota/.test(kind)) return 6;
  return /^(create|set)-|^delete-keypair$/.test(kind) ? 3 : 1;
}

type FieldsOf<Kind extends ComputeCommand['kind']> = Omit<Extract<ComputeCommand, { kind: Kind }>, 'kind'>;

const time = fc.constant(now);
const arbitraryProject = fc.constantFrom('project', 'other', '__proto__');
const arbitraryFlavor = fc.constantFrom('1', '2', 'm1.large', '__proto__').map((id) => id as FlavorId);
const arbitraryHost = fc.constantFrom('host1', 'host2', '__proto__');
const arbitraryUuid = fc
  .constantFrom('1', '2', '3')
  .map((digit) => `00000000-0000-4000-8000-00000000000${digit}`);
/** Names that objects have by themselves are keys like all others, and so are those that look like numbers. */
const arbitraryKey = fc.constantFrom('hw:cpu_policy', '__proto__', 'constructor', '10', '9');
const arbitraryText = fc.constantFrom('', 'dedicated', 'Käse');
/** Clients send none beyond U+FFFF. */
const arbitraryDescription = fc.option(fc.constantFrom('', 'large', 'Käse ✓'));
const arbitrarySpecs = fc
  .array(fc.tuple(arbitraryKey, arbitraryText), { minLength: 1, maxLength: 3 })
  .map((entries): Readonly<Record<string, string>> => Object.fromEntries(entries));

/** Clients call aggregates by their numbers. */
const arbitraryAggregate = fc.constantFrom(1, 1, 1, 1, 2, 3);
const arbitraryAggregateName = fc.constantFrom('rack', 'Käse ✓', '__proto__');
const arbitraryZone = fc.constantFrom('east', 'west', 'Käse');
const arbitraryMetadataKey = fc.constantFrom('availability_zone', 'ssd', '__proto__', '10');

const arbitraryUser = fc.constantFrom('alice', 'a/b%', '__proto__');
const arbitraryKeyName = fc.constantFrom('k1', 'k 2', '__proto__');
const keys = [
  {
    publicKey: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFh',
    fingerprint: 'b5:0a:6b:b0:f8:10:4f:35:b4:9c:7a:0c:2c:ca:ec:64',
  },
  {
    publicKey: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIP//////////////////////////////////////////',
    fingerprint: 'a8:a6:6a:06:25:f6:83:59:88:e6:48:ef:96:83:78:51',
  },
  { problem: 'it is none' },
];
const arbitraryGroup = fc
  .constantFrom('6f3a7d2e-0b1c-4d5e-8f90-a1b2c3d4e5f6', '00000000-0000-4000-8000-000000000001')
  .map((id) => id as ServerGroupId);
/** Few of everything, so that there is too much. */
const configured = Object.fromEntries(limitedThings.map((thing) => [thing, 2])) as Limits;
const arbitraryAsker = fc.record({
  projectId: fc.option(arbitraryProject),
  userId: arbitraryUser,
  configured: fc.constant(configured),
});
const arbitraryLimit = fc.constantFrom(-1, 0, 1, 5, 2_147_483_647);
const arbitraryLimits = fc.record(
  { cores: arbitraryLimit, serverGroups: arbitraryLimit, keypairs: arbitraryLimit, fixedIps: arbitraryLimit },
  { requiredKeys: [] },
);

const arbitraryPlan = fc
  .constantFrom('11111111-2222-4333-8444-555555555555', '11111111-2222-4333-8444-666666666666')
  .map((id) => id as PlanId);

/** A plan of so many moves, of servers that may be there or not. */
function draftOf(length: number): PlanDraft {
  const [from, to] = [
    { host: 'h1', nodeName: 'n1' },
    { host: 'h2', nodeName: 'n2' },
  ];
  return {
    moves: Array.from({ length }, (_, index) => ({
      serverId: serverIdOf(index + 1),
      kind: index % 2 === 0 ? 'live' : 'cold',
      from,
      to,
      purpose: 'empty',
      after: index === 0 ? [] : [index - 1],
    })),
    movesLeast: length,
    stuck: [
      { serverId: serverIdOf(999), host: 'h1', reason: { kind: 'left-alone' } },
      { serverId: serverIdOf(998), host: 'h1', reason: { kind: 'left-alone' } },
    ],
    strangers: [],
    fullest: null,
    isOfManyMoments: false,
  };
}

/** What each command asks for; one that is missing does not compile. */
const arbitraries: { readonly [Kind in ComputeCommand['kind']]: fc.Arbitrary<FieldsOf<Kind>> } = {
  ...arbitraryServerCommands,
  'create-flavor': fc.record({
    flavor: fc.record({
      id: arbitraryFlavor,
      name: fc.constantFrom('small', 'large', 'Käse ✓', '__proto__'),
      vcpus: fc.constantFrom(1, 2_147_483_647),
      memoryMb: fc.constantFrom(1, 2048),
      rootGb: fc.constantFrom(0, 20),
      ephemeralGb: fc.constantFrom(0, 5),
      swapMb: fc.constantFrom(0, 512),
      rxtxFactor: fc.constantFrom(1, 1.5, 3.4e38),
      isPublic: fc.boolean(),
      description: arbitraryDescription,
    }),
    now: time,
  }),
  'describe-flavor': fc.record({ id: arbitraryFlavor, description: arbitraryDescription, now: time }),
  'delete-flavor': fc.record({ id: arbitraryFlavor }),
  'grant-flavor': fc.record({
    id: arbitraryFlavor,
    projectId: arbitraryProject,
    mayBePublic: fc.boolean(),
  }),
  'revoke-flavor': fc.record({ id: arbitraryFlavor, projectId: arbitraryProject }),
  'add-extra-specs': fc.record({ id: arbitraryFlavor, extraSpecs: arbitrarySpecs }),
  'remove-extra-spec': fc.record({ id: arbitraryFlavor, key: arbitraryKey }),
  'register-host': fc.record({
    host: arbitraryHost,
    newServiceId: arbitraryUuid.map((id) => id as ServiceId),
    nodes: fc.uniqueArray(
      fc.record({
        id: arbitraryUuid.map((id) => id as ProviderId),
        name: fc.constantFrom('cn1', 'cn2', '__proto__'),
        hypervisor: fc.constant({ type: 'fake', version: 1 }),
        address: fc.constantFrom('', '127.0.0.1'),
        vcpus: fc.constantFrom(1, 16),
        memoryMb: fc.constant(1024),
        diskGb: fc.constant(10),
        cpuInfo: fc.constant('{}'),
        guests: fc.constantFrom([], [{ architecture: 'x86_64', hypervisorType: 'fake', vmMode: 'hvm' }]),
      }),
      { maxLength: 3, selector: ({ id }) => id },
    ),
    now: time,
  }),
  'host-seen': fc.record({ host: arbitraryHost, now: time }),
  'hosts-silent': fc.record({
    hosts: fc.array(fc.record({ host: arbitraryHost, seenAt: time }), { maxLength: 2 }),
  }),
  'change-service': fc.record(
    {
      id: arbitraryUuid.map((id) => id as ServiceId),
      disabled: fc.constantFrom(null, { reason: null }, { reason: 'Käse' }),
      isForcedDown: fc.boolean(),
      now: time,
    },
    { requiredKeys: ['id', 'now'] },
  ),
  'remove-service': fc.record({ id: arbitraryUuid.map((id) => id as ServiceId) }),
  'forget-leftovers': fc.record({ id: arbitraryUuid.map((id) => id as ServiceId), now: time }),
  'create-aggregate': fc.record({
    aggregate: fc.record({
      id: fc.uuid({ version: 4 }).map((id) => id as AggregateId),
      name: arbitraryAggregateName,
      zone: fc.option(arbitraryZone),
    }),
    now: time,
  }),
  'update-aggregate': fc.record(
    {
      number: arbitraryAggregate,
      name: arbitraryAggregateName,
      zone: fc.option(arbitraryZone, { freq: 9 }),
      now: time,
    },
    { requiredKeys: ['number', 'now'] },
  ),
  'set-aggregate-metadata': fc.record({
    number: arbitraryAggregate,
    metadata: fc
      .array(fc.tuple(arbitraryMetadataKey, fc.option(arbitraryZone, { freq: 4 })), { maxLength: 3 })
      .map((entries): Readonly<Record<string, string | null>> => Object.fromEntries(entries)),
  }),
  'add-aggregate-host': fc.record({ number: arbitraryAggregate, host: arbitraryHost, now: time }),
  'remove-aggregate-host': fc.record({ number: arbitraryAggregate, host: arbitraryHost, now: time }),
  'delete-aggregate': fc.record({ number: arbitraryAggregate }),
  'report-order': fc.record({
    id: arbitraryUuid.map((id) => id as OrderId),
    host: arbitraryHost,
    outcome: fc.constantFrom<Outcome>(
      { kind: 'begun' },
      { kind: 'done' },
      { kind: 'failed', message: 'no', details: '' },
    ),
    newOrderId: arbitraryUuid.map((id) => id as OrderId),
    settings: fc.constant({ buildAttemptsMax: 3, scheduling: defaultSchedulerSettings }),
    now: time,
  }),
  'report-ports': fc.record({
    id: arbitraryUuid.map((id) => id as OrderId),
    outcome: fc.constantFrom<PortOutcome>(
      { kind: 'detached' },
      { kind: 'failed', isOfHost: true, message: 'no', details: '' },
      { kind: 'failed', isOfHost: false, message: 'no', details: '' },
    ),
    newOrderId: arbitraryUuid.map((id) => id as OrderId),
    settings: fc.constant({ buildAttemptsMax: 3, scheduling: defaultSchedulerSettings }),
    now: time,
  }),
  'report-power': fc.record({
    id: arbitraryUuid.map((id) => id as ConsumerId),
    host: arbitraryHost,
    powerState: fc.constantFrom(...(Object.keys(powerStates) as PowerState[])),
    now: time,
  }),
  'create-keypair': fc.record({
    userId: arbitraryUser,
    name: arbitraryKeyName,
    type: fc.constant('ssh' as const),
    key: fc.constantFrom(...keys),
    asker: arbitraryAsker,
    now: time,
  }),
  'delete-keypair': fc.record({ userId: arbitraryUser, name: arbitraryKeyName }),
  'create-server-group': fc.record({
    group: fc.record({
      id: arbitraryGroup,
      name: fc.constantFrom('g', 'Käse ✓'),
      policy: fc.constantFrom(...serverGroupPolicies),
      perHostMax: fc.constantFrom(null, null, 3),
    }),
    asker: arbitraryAsker,
  }),
  'delete-server-group': fc.record({ id: arbitraryGroup }),
  'create-plan': fc.record({
    id: arbitraryPlan,
    userId: arbitraryUser,
    projectId: arbitraryProject,
    goal: fc.constantFrom<PlanGoal>({ kind: 'empty', hosts: ['h1'] }, { kind: 'spread', tolerance: 0.1 }),
    options: fc.constant<KeptOptions>({
      kinds: ['live', 'cold'],
      leftAlone: [],
      movesMax: 100,
      atOnceMax: 2,
      onFailure: 'stop',
    }),
    draft: fc.oneof(fc.nat(120), fc.constant(1_100)).map(draftOf),
    now: time,
  }),
  'add-plan-moves': fc.record({
    id: arbitraryPlan,
    first: fc.constantFrom(50, 1_000),
    moves: fc.nat(120).map((count) => draftOf(count).moves),
  }),
  'advance-plan': fc.record({
    id: arbitraryPlan,
    by: fc.constant({ requestId: 'req-plan', userId: 'u', projectId: 'p', isAdmin: true, apiHost: 'api' }),
    newIds: fc.record({
      migration: fc.uuid({ version: 4 }).map((id) => id as ConsumerId),
      order: fc.uuid({ version: 4 }).map((id) => id as OrderId),
    }),
    configured: fc.constant(configured),
    scheduling: fc.constant(defaultSchedulerSettings),
    now: time,
  }),
  'delete-plan': fc.record({ id: arbitraryPlan }),
  'run-plan': fc.record({
    id: arbitraryPlan,
    action: fc.constantFrom('start', 'pause', 'resume'),
    now: time,
  }),
  'set-quota': fc.record({
    projectId: arbitraryProject,
    userId: fc.option(arbitraryUser),
    limits: arbitraryLimits,
    isForced: fc.boolean(),
    configured: fc.constant(configured),
  }),
  'reset-quota': fc.record({ projectId: arbitraryProject, userId: fc.option(arbitraryUser, { freq: 1 }) }),
  'set-class-quota': fc.record({ name: fc.constantFrom('default', '__proto__'), limits: arbitraryLimits }),
};
