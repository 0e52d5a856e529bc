import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import { badRequest } from '@berth/api-kit/http-error.ts';
import { type KeptOptions, namedMax, plannedMovesMax } from '@berth/compute-engine/plans/plan.ts';
import type { PlanGoal } from '@berth/compute-engine/plans/plan-request.ts';
import type { MoveKind } from '@berth/compute-engine/plans/planned-move.ts';
import type { ConsumerId } from '@berth/engine/ids.ts';
import { takenBody } from '../taken-body.ts';

/** What is asked for: hosts to be emptied, or servers to be spread, and how. */
export interface AskedPlan {
  readonly goal: PlanGoal;
  readonly options: KeptOptions;
}

export function takePlan(sent: unknown): AskedPlan {
  const { empty, spread, kinds, leave_alone: leftAlone, max_moves, at_once, on_failure } = takeBody(sent);
  if ((empty === undefined) === (spread === undefined)) {
    throw badRequest('A plan either empties hosts or spreads servers: one of empty and spread is needed.');
  }
  return {
    goal: empty
      ? { kind: 'empty', hosts: empty.hosts }
      : { kind: 'spread', tolerance: spread?.tolerance ?? usualTolerance },
    options: {
      kinds: kinds ?? ['live', 'cold'],
      leftAlone: leftAlone ?? [],
      movesMax: max_moves ?? plannedMovesMax,
      atOnceMax: at_once ?? usualAtOnce,
      onFailure: on_failure ?? 'stop',
    },
  };
}

interface WirePlan {
  readonly empty?: { readonly hosts: readonly string[] };
  readonly spread?: { readonly tolerance?: number };
  readonly kinds?: readonly MoveKind[];
  readonly leave_alone?: readonly ConsumerId[];
  readonly max_moves?: number;
  readonly at_once?: number;
  readonly on_failure?: 'stop' | 'skip';
}

const usualTolerance = 0.05;
const usualAtOnce = 4;
export const atOnceLimit = 100;

const host: JsonSchema = { type: 'string', minLength: 1, maxLength: 255 };

const takeBody = takenBody<WirePlan>({
  type: 'object',
  properties: {
    empty: {
      type: 'object',
      properties: {
        hosts: { type: 'array', items: host, minItems: 1, maxItems: namedMax, uniqueItems: true },
      },
      required: ['hosts'],
      additionalProperties: false,
    },
    spread: {
      type: 'object',
      properties: { tolerance: { type: 'number', minimum: 0, maximum: 1 } },
      additionalProperties: false,
    },
    kinds: {
      type: 'array',
      items: { type: 'string', enum: ['live', 'cold'] },
      minItems: 1,
      uniqueItems: true,
    },
    leave_alone: {
      type: 'array',
      items: { type: 'string', format: 'uuid' },
      maxItems: namedMax,
      uniqueItems: true,
    },
    max_moves: { type: 'integer', minimum: 1, maximum: plannedMovesMax },
    at_once: { type: 'integer', minimum: 1, maximum: atOnceLimit },
    on_failure: { type: 'string', enum: ['stop', 'skip'] },
  },
  additionalProperties: false,
});
