import type { ConsumerId } from '@berth/engine/ids.ts';
import { now } from '@berth/engine/testing/instants.ts';
import fc from 'fast-check';
import type { ComputeCommand } from '../decide.ts';
import type { FlavorId, ImageChoreId, OrderId } from '../ids.ts';
import { defaultSchedulerSettings } from '../scheduler/settings.ts';
import type { AskedWork } from '../servers/act-on-server.ts';
import { somePort } from './some-port.ts';
import { alice, createRequest, noLimits, someNewServer } from './some-server-request.ts';

type FieldsOf<Kind extends ComputeCommand['kind']> = Omit<Extract<ComputeCommand, { kind: Kind }>, 'kind'>;

/** What they are about. */
export const serverIds = [1, 2, 3, 4, 5, 6].map((digit) => `0000000${digit}-0000-4000-8000-000000000000`);
const time = fc.constant(now);
const server = fc.constantFrom(...serverIds).map((id) => id as ConsumerId);
/** Many, since none is given twice, in smaller cases either. */
const newUuid = fc.noShrink(fc.uuid({ version: 4 }));
const order = newUuid.map((id) => id as OrderId);
const by = fc.record({
  requestId: newUuid.map((id) => `req-${id}`),
  userId: fc.constantFrom('alice', '__proto__'),
  projectId: fc.constantFrom('project', 'other'),
  isAdmin: fc.boolean(),
  apiHost: fc.constant(alice.apiHost),
});
const text = fc.constantFrom('a', '__proto__', 'constructor', 'Käse');
const metadata = fc
  .array(fc.tuple(text, text), { maxLength: 3 })
  .map((entries): Readonly<Record<string, string>> => Object.fromEntries(entries));

const image = fc.uuid({ version: 4 });

const works: readonly AskedWork[] = [
  { kind: 'stop' },
  { kind: 'start' },
  { kind: 'reboot', isHard: false },
  { kind: 'reboot', isHard: true },
  { kind: 'pause' },
  { kind: 'unpause' },
  { kind: 'suspend' },
  { kind: 'resume' },
  { kind: 'rescue', imageId: null },
  { kind: 'unrescue' },
  { kind: 'set-password' },
  { kind: 'snapshot', imageId: '11111111-1111-4111-8111-111111111111' },
  { kind: 'restore' },
  { kind: 'crash-dump' },
  { kind: 'backup', imageId: '22222222-2222-4222-8222-222222222222', backupType: 'daily', rotation: 1 },
];

const largerFlavor = { ...someNewServer.flavor, number: 2, id: 'larger' as FlavorId, rootGb: 30 };

/** What is asked about servers. Ids of new ones must not be taken, so what would give one again is for the caller to leave out. */
export const arbitraryServerCommands = {
  'create-servers': fc
    .record({
      first: fc.nat(serverIds.length - 1),
      count: fc.integer({ min: 1, max: 2 }),
      orders: fc.array(order, { minLength: 2, maxLength: 2 }),
      by,
      metadata,
      ports: fc.constantFrom([], [], [somePort()], [somePort({ id: 'given', isGiven: true }), somePort()]),
    })
    .map(({ first, count, orders, by: requester, metadata: words, ports }) => {
      const names = serverIds.slice(first, first + count);
      const { kind: _, ...fields } = createRequest(names, {
        by: requester,
        addresses: ports.length === 0 ? [null] : [],
        asked: {
          ...someNewServer,
          projectId: requester.projectId,
          userId: requester.userId,
          metadata: words,
          ports,
        },
      });
      const newIds = fields.newIds.map(({ server: id }, index) => ({
        server: id,
        order: orders[index] as OrderId,
      }));
      return { ...fields, newIds };
    }),
  'keep-explanation': fc.record({
    ids: fc.array(server, { maxLength: 2 }),
    at: time,
    explanation: text,
  }),
  'update-server': fc.record({
    id: server,
    fields: fc.record(
      { name: text, description: fc.option(text), diskConfig: fc.constantFrom('AUTO', 'MANUAL') },
      { requiredKeys: [] },
    ),
    now: time,
  }),
  'delete-server': fc.record({
    id: server,
    isForGood: fc.boolean(),
    by,
    newOrderId: order,
    newDropId: order,
    now: time,
  }),
  'forget-server': fc.record({ id: server }),
  'act-on-server': fc.record({
    id: server,
    work: fc.constantFrom(...works),
    by,
    configured: fc.constant(noLimits),
    newOrderId: order,
    now: time,
  }),
  'rebuild-server': fc.record({
    id: server,
    fields: fc.record({
      image: fc.constant(someNewServer.image),
      diskConfig: fc.constant('AUTO' as const),
      name: text,
    }),
    preservesEphemeral: fc.boolean(),
    by,
    newOrderId: order,
    now: time,
  }),
  'lock-server': fc.record({ id: server, reason: fc.option(text), by, now: time }),
  'unlock-server': fc.record({ id: server, by, now: time }),
  'reset-server-state': fc.record({
    id: server,
    vmState: fc.constantFrom('active', 'error'),
    by,
    newOrderId: order,
    now: time,
  }),
  'shelve-server': fc.record({
    id: server,
    imageId: image,
    isOffloaded: fc.nat(2).map((chance) => chance === 0),
    by,
    newOrderId: order,
    now: time,
  }),
  'offload-server': fc.record({ id: server, by, newOrderId: order, now: time }),
  'sweep-shelved': fc.record({ id: server, since: time, newOrderId: order, now: time }),
  'unshelve-server': fc.record(
    {
      id: server,
      zone: fc.constantFrom(null, 'nova', 'nowhere'),
      host: fc.constantFrom(null, null, 'cn1', 'nope'),
      isImageThere: fc.nat(9).map((chance) => chance > 0),
      scheduling: fc.constant(defaultSchedulerSettings),
      by,
      newOrderId: order,
      now: time,
    },
    { requiredKeys: ['id', 'host', 'isImageThere', 'scheduling', 'by', 'newOrderId', 'now'] },
  ),
  'end-image-chore': image.map((imageId) => {
    const id = `discard ${imageId}` as ImageChoreId;
    return { chore: { id, createdAt: now, work: { kind: 'discard' as const, imageId } } };
  }),
  'move-server': fc.record({
    id: server,
    flavor: fc.constantFrom(null, null, largerFlavor, { ...largerFlavor, vcpus: 100 }),
    host: fc.constantFrom(null, null, null, 'cn1', 'cn2', 'nowhere'),
    mayStay: fc.boolean(),
    by,
    newIds: fc.record({ migration: newUuid.map((id) => id as ConsumerId), order }),
    configured: fc.constant(noLimits),
    scheduling: fc.constant(defaultSchedulerSettings),
    now: time,
  }),
  'evacuate-server': fc.record({
    id: server,
    host: fc.constantFrom(null, null, 'cn1', 'cn2', 'cn3', 'nowhere'),
    isForced: fc.boolean(),
    endsOff: fc.boolean(),
    hasSharedDisks: fc.constantFrom(null, true),
    hasAskedPassword: fc.boolean(),
    by,
    newIds: fc.record({ migration: newUuid.map((id) => id as ConsumerId), order }),
    scheduling: fc.constant(defaultSchedulerSettings),
    now: time,
  }),
  'live-move-server': fc.record({
    id: server,
    host: fc.constantFrom(null, null, null, 'cn1', 'cn2', 'nowhere'),
    isForced: fc.boolean(),
    isAwaited: fc.boolean(),
    sendsDisks: fc.constantFrom(null, true, false),
    mayOvercommitDisks: fc.boolean(),
    by,
    newIds: fc.record({ migration: newUuid.map((id) => id as ConsumerId), order }),
    scheduling: fc.constant(defaultSchedulerSettings),
    now: time,
  }),
  'abort-live-move': fc.record({
    id: server,
    migration: fc.integer({ min: 1, max: 4 }).map(String),
    statuses: fc.constant(['running', 'queued', 'preparing'] as const),
    by,
    newOrderId: order,
    now: time,
  }),
  'complete-live-move': fc.record({
    id: server,
    migration: fc.integer({ min: 1, max: 4 }).map(String),
    by,
    newOrderId: order,
    now: time,
  }),
  'confirm-move': fc.record({ id: server, by, newOrderId: order, now: time }),
  'revert-move': fc.record({
    id: server,
    by,
    newOrderId: order,
    configured: fc.constant(noLimits),
    now: time,
  }),
  'set-metadata': fc.record({
    id: server,
    metadata,
    isWhole: fc.boolean(),
    by,
    configured: fc.constant(noLimits),
    now: time,
  }),
  'remove-metadata': fc.record({ id: server, key: text, by, now: time }),
  'set-tags': fc.record({ id: server, tags: fc.array(text, { maxLength: 3 }) }),
  'add-tag': fc.record({ id: server, tag: text }),
  'remove-tag': fc.record({ id: server, tag: text }),
  'remove-tags': fc.record({ id: server }),
} satisfies { readonly [Kind in ComputeCommand['kind']]?: fc.Arbitrary<FieldsOf<Kind>> };
