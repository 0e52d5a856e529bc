import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import type { PlanDraft, Stranger } from '@berth/compute-engine/plans/plan-draft.ts';
import {
  type KeptMove,
  type KeptOptions,
  messageMax,
  movesPerPage,
  moveStates,
  namedMax,
  type Plan,
  type PlanPage,
  plannedMovesMax,
  planStates,
  strangersMax,
  type StuckServers,
  stuckMax,
} from '@berth/compute-engine/plans/plan.ts';
import type { MovePlace } from '@berth/compute-engine/plans/planned-move.ts';
import type { PlanGoal } from '@berth/compute-engine/plans/plan-request.ts';
import type { CrowdedHost, RuleStep, StuckReason } from '@berth/compute-engine/plans/stuck-reason.ts';
import {
  booleanValue,
  hasShape,
  id,
  instant,
  instantOrNull,
  objectOf,
  ownerId,
  text,
  type ThingShape,
} from './thing-shape.ts';

const count: JsonSchema = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
const moveNumber: JsonSchema = { type: 'integer', minimum: 0, maximum: plannedMovesMax - 1 };
const part: JsonSchema = { type: 'number', minimum: 0 };
const name: JsonSchema = { type: 'string', minLength: 1, maxLength: 255 };
const kind: JsonSchema = { type: 'string', enum: ['live', 'cold'] };
const message: JsonSchema = { ...text(messageMax), type: ['string', 'null'] };
const orNull = (schema: JsonSchema): JsonSchema => ({ oneOf: [{ type: 'null' }, schema] });
const listOf = (items: JsonSchema, maxItems: number): JsonSchema => ({ type: 'array', items, maxItems });
const only = (value: string): JsonSchema => ({ type: 'string', enum: [value] });

type Variant<Union, Kind> = Extract<Union, { readonly kind: Kind }>;

const goal: JsonSchema = {
  oneOf: [
    objectOf<Variant<PlanGoal, 'empty'>>({ kind: only('empty'), hosts: listOf(name, namedMax) }),
    objectOf<Variant<PlanGoal, 'spread'>>({ kind: only('spread'), tolerance: part }),
  ],
};

const ruleSteps = listOf(objectOf<RuleStep>({ rule: text(1_000), hostsLeft: count }), 50);

type Reason<Kind> = Variant<StuckReason, Kind>;

const reason: JsonSchema = {
  oneOf: [
    objectOf<Reason<'left-alone'>>({ kind: only('left-alone') }),
    objectOf<Reason<'state'>>({
      kind: only('state'),
      vmState: text(64),
      taskState: { type: ['string', 'null'], maxLength: 64 },
    }),
    objectOf<Reason<'host-down'>>({ kind: only('host-down') }),
    objectOf<Reason<'moves-max'>>({ kind: only('moves-max'), movesMax: count }),
    objectOf<Reason<'nowhere'>>({ kind: only('nowhere'), ifEmpty: ruleSteps }),
    objectOf<Reason<'no-room'>>({
      kind: only('no-room'),
      steps: ruleSteps,
      ifEmpty: ruleSteps,
      nearest: listOf(objectOf<CrowdedHost>({ host: name, inTheWay: listOf(id, 100) }), 10),
      isCut: booleanValue,
    }),
  ],
};

export const planProblems = hasShape<Plan>('plan', {
  id,
  userId: ownerId,
  projectId: { ...ownerId, minLength: 0 },
  createdAt: instant,
  updatedAt: instantOrNull,
  goal,
  options: objectOf<KeptOptions>({
    kinds: { type: 'array', items: kind, minItems: 1, uniqueItems: true },
    leftAlone: listOf(id, namedMax),
    movesMax: { type: 'integer', minimum: 1, maximum: plannedMovesMax },
    atOnceMax: { type: 'integer', minimum: 1, maximum: 100 },
    onFailure: { type: 'string', enum: ['stop', 'skip'] },
  }),
  state: { type: 'string', enum: [...planStates] },
  message,
  moveCount: { type: 'integer', minimum: 0, maximum: plannedMovesMax },
  counts: objectOf<Plan['counts']>({
    waiting: count,
    moving: count,
    done: count,
    failed: count,
    skipped: count,
  }),
  movesLeast: count,
  fullest: orNull(objectOf<NonNullable<PlanDraft['fullest']>>({ before: part, after: part })),
  isOfManyMoments: booleanValue,
  stuckCount: count,
  stuck: listOf(
    objectOf<StuckServers>({
      reason,
      servers: listOf(objectOf<StuckServers['servers'][number]>({ id, host: name }), stuckMax),
    }),
    stuckMax,
  ),
  strangerCount: count,
  strangers: listOf(objectOf<Stranger>({ consumerId: id, host: name }), strangersMax),
});

const place = objectOf<MovePlace>({ host: name, nodeName: name });

const pageShape: ThingShape<PlanPage> = {
  id: text(64),
  planId: id,
  number: { type: 'integer', minimum: 0, maximum: Math.ceil(plannedMovesMax / movesPerPage) - 1 },
  createdAt: instant,
  moves: {
    type: 'array',
    minItems: 1,
    maxItems: movesPerPage,
    items: objectOf<KeptMove>({
      serverId: id,
      kind,
      from: place,
      to: place,
      purpose: { type: 'string', enum: ['empty', 'make-room', 'spread'] },
      after: listOf(moveNumber, plannedMovesMax),
      state: { type: 'string', enum: [...moveStates] },
      startedAt: instantOrNull,
      endedAt: instantOrNull,
      migrationId: orNull(id),
      message,
    }),
  },
};

export const planPageProblems = hasShape<PlanPage>('page of a plan', pageShape);
