import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import {
  type DecisionLog,
  decisionReasons,
  decisionsMax,
  type PastDecision,
} from '@berth/compute-engine/decisions/decision-log.ts';
import { allStepNames } from '@berth/compute-engine/decisions/packed-decisions.ts';
import {
  type AskedOfPlacement,
  bestMax,
  type DecisionStep,
  type Ended,
  explanationMax,
  refusedMax,
  type WeighedHost,
} from '@berth/compute-engine/scheduler/decision.ts';
import { weighers } from '@berth/compute-engine/scheduler/weighers/weighers.ts';
import { booleanValue, id, instant, objectOf, text, type ThingShape } from './thing-shape.ts';

const count: JsonSchema = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
const name = text(64);
const reason = text(120);
const names: JsonSchema = { type: 'array', items: text(255) };
const listsOfNames: JsonSchema = { type: 'array', items: names };
const orNull = (schema: JsonSchema): JsonSchema => ({ oneOf: [{ type: 'null' }, schema] });

const refused = objectOf<DecisionStep['refused'][number]>({ host: name, reason });

const step = objectOf<DecisionStep>({
  name: { type: 'string', enum: [...allStepNames] },
  left: count,
  refused: { type: 'array', items: refused, maxItems: refusedMax },
});

const weighedHost = objectOf<WeighedHost>({
  host: name,
  node: name,
  weight: { type: 'number' },
  parts: {
    type: 'object',
    properties: Object.fromEntries(Object.keys(weighers).map((each) => [each, { type: 'number' }])),
    additionalProperties: false,
  },
});

type AskedGroup = AskedOfPlacement['groups'][number];

const askedGroup = objectOf<AskedGroup>({
  suffix: text(64),
  resources: {
    type: 'object',
    patternProperties: { '^[A-Z0-9_]{1,255}$': { type: 'integer', minimum: 1 } },
    additionalProperties: false,
  },
  conditions: objectOf<AskedGroup['conditions']>({
    requiredTraits: listsOfNames,
    forbiddenTraits: names,
    memberOf: listsOfNames,
    forbiddenAggregates: names,
    inTree: orNull(id),
  }),
});

const asked = objectOf<AskedOfPlacement>({
  groups: { type: 'array', items: askedGroup },
  groupPolicy: { type: 'string', enum: ['none', 'isolate'] },
  rootRequiredTraits: names,
  rootForbiddenTraits: names,
  sameSubtrees: listsOfNames,
  allowsNested: booleanValue,
});

export const decisionLogShape: ThingShape<DecisionLog> = {
  id,
  createdAt: instant,
  decisions: {
    type: 'array',
    minItems: 1,
    maxItems: decisionsMax,
    items: objectOf<PastDecision>({
      at: instant,
      reason: { type: 'string', enum: [...decisionReasons] },
      found: orNull(count),
      isCut: booleanValue,
      steps: { type: 'array', items: step },
      best: { type: 'array', items: weighedHost, maxItems: bestMax },
      ended: orNull(objectOf<Ended>({ step: text(64), reason })),
      asked: orNull(asked),
      explanation: orNull(text(explanationMax)),
    }),
  },
};
