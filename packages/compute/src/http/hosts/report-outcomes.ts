import { badRequest } from '@berth/api-kit/http-error.ts';
import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import type { MoveProgress } from '@berth/compute-engine/migrations/migration.ts';
import type { OrderId } from '@berth/compute-engine/ids.ts';
import type { Outcome } from '@berth/compute-engine/orders/outcome.ts';
import { type PowerState, powerStates } from '@berth/compute-engine/servers/server-states.ts';
import type { ConsumerId } from '@berth/engine/ids.ts';
import { type HostAnswer, outputMax } from '../../hosts/host-questions.ts';
import { json } from '../endpoint.ts';
import { takenBody } from '../taken-body.ts';
import { takenQuery } from '../taken-query.ts';
import { admitKnownAgent, agentParameter } from './agent-in.ts';
import { type HostContext, hostEndpoint, hostIn } from './host-app.ts';
import { missingAgent } from './register-host.ts';

/**
 * What became of orders, and what machines are found to do without an order. Whatever was told before, or is about something that is not
 * there any more, changes nothing. Of each order the answer says whether it is still to be done: one that is not, must not be begun.
 */
export const reportOutcomes = hostEndpoint({
  route: 'POST /berth/v1/hosts/{host}/reports',
  input: (sent, { query }) => ({
    agent: takeQuery(query).agent?.[0] ?? missingAgent(),
    ...takeBody(sent),
  }),
  run: async (context, _found, { agent, outcomes, power_states: found = [], answers = [] }) => {
    await admitKnownAgent(context, agent);
    for (const each of answers)
      context.app.line.questions.answer(hostIn(context), each.question, answerIn(each));
    // All at once, so that they become durable together, one after the other.
    const [shown] = await Promise.all([
      Promise.all((outcomes ?? []).map((each) => report(context, each))),
      Promise.all(found.map((each) => reportPower(context, each))),
    ]);
    return json(200, { orders: shown });
  },
});

async function report(
  context: HostContext,
  { order, is_unsupported: isUnsupported = false, ...told }: WireOutcome,
): Promise<object> {
  const { app, now } = context;
  const { ends, secrets } = app.line;
  const id = order as OrderId;
  const host = hostIn(context);
  const newOrderId = app.newId() as OrderId;
  const outcome = outcomeIn(told);
  return await app.commit(
    { kind: 'report-order', id, host, outcome, newOrderId, settings: app.retries, now },
    ({ compute: { orders } }) => {
      const open = orders.get(id);
      const isOpen = open?.host === host;
      if (outcome.kind === 'done') ends.note(id, outcome);
      if (outcome.kind === 'failed') ends.note(id, { ...outcome, isUnsupported });
      // Only who begins is told it, and only by the process that leads.
      const password = isOpen && outcome.kind === 'begun' ? secrets.of(open) : null;
      return { id, is_open: isOpen, ...(password === null ? {} : { password }) };
    },
  );
}

async function reportPower(context: HostContext, { server, state }: WirePowerState): Promise<void> {
  const { app, now } = context;
  const id = server as ConsumerId;
  const powerState = state as PowerState; // The schema knows no others.
  await app.commit({ kind: 'report-power', id, host: hostIn(context), powerState, now }, () => undefined);
}

interface WireOutcome {
  readonly order: string;
  readonly outcome: Outcome['kind'];
  readonly message?: string;
  readonly details?: string;
  readonly is_unsupported?: boolean;
  readonly progress?: MoveProgress;
}

interface WirePowerState {
  readonly server: string;
  readonly state: string;
}

interface WireAnswer {
  readonly question: string;
  readonly result: 'told' | 'not there' | 'unsupported' | 'failed';
  readonly output?: string;
  readonly message?: string;
}

function answerIn({ result, output = '', message = '' }: WireAnswer): HostAnswer {
  if (result === 'told') return { kind: result, output };
  return result === 'failed' ? { kind: result, message } : { kind: result };
}

function outcomeIn({
  outcome,
  message = '',
  details = '',
  progress,
}: Omit<WireOutcome, 'order' | 'is_unsupported'>): Outcome {
  if (outcome === 'progress') {
    if (progress === undefined) throw badRequest('It is not said how far the order is.');
    return { kind: outcome, ...progress };
  }
  return outcome === 'failed' ? { kind: outcome, message, details } : { kind: outcome };
}

const takeQuery = takenQuery(agentParameter, { isStrict: true });
const id: JsonSchema = { type: 'string', minLength: 1, maxLength: 64 };
const atOnceMax = 100;
const answersMax = 10;

const bytes: JsonSchema = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
const transfer = allOf({ total: bytes, processed: bytes, remaining: bytes });

function allOf(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

const takeBody = takenBody<{
  readonly outcomes?: readonly WireOutcome[];
  readonly power_states?: readonly WirePowerState[];
  readonly answers?: readonly WireAnswer[];
}>({
  type: 'object',
  properties: {
    outcomes: {
      type: 'array',
      maxItems: atOnceMax,
      items: {
        type: 'object',
        properties: {
          order: id,
          outcome: { type: 'string', enum: ['begun', 'done', 'failed', 'progress'] },
          message: { type: 'string', maxLength: 255 },
          details: { type: 'string', maxLength: 20_000 },
          is_unsupported: { type: 'boolean' },
          progress: allOf({ memory: transfer, disk: transfer }),
        },
        required: ['order', 'outcome'],
        additionalProperties: false,
      },
    },
    power_states: {
      type: 'array',
      maxItems: atOnceMax,
      items: {
        type: 'object',
        properties: { server: id, state: { type: 'string', enum: Object.keys(powerStates) } },
        required: ['server', 'state'],
        additionalProperties: false,
      },
    },
    answers: {
      type: 'array',
      maxItems: answersMax,
      items: {
        type: 'object',
        properties: {
          question: id,
          result: { type: 'string', enum: ['told', 'not there', 'unsupported', 'failed'] },
          output: { type: 'string', maxLength: outputMax },
          message: { type: 'string', maxLength: 255 },
        },
        required: ['question', 'result'],
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
});
