import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import type { OrderId } from '@berth/compute-engine/ids.ts';
import type { Outcome } from '@berth/compute-engine/orders/outcome.ts';
import { type PowerState, powerStates } from '@berth/compute-engine/servers/server-states.ts';
import type { ConsumerId } from '@berth/engine/ids.ts';
import { json } from '../endpoint.ts';
import { takenBody } from '../taken-body.ts';
import { takenQuery } from '../taken-query.ts';
import { admitAgent, agentParameter, noteSeen } from './agent-in.ts';
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
  run: async (context, _found, { agent, outcomes, power_states: found = [] }) => {
    admitAgent(context, agent);
    await noteSeen(context);
    // All at once, so that they become durable together, one after the other.
    const [shown] = await Promise.all([
      Promise.all((outcomes ?? []).map((each) => report(context, each))),
      Promise.all(found.map((each) => reportPower(context, each))),
    ]);
    return json(200, { orders: shown });
  },
});

async function report(context: HostContext, { order, ...told }: WireOutcome): Promise<object> {
  const { app, now } = context;
  const id = order as OrderId;
  const host = hostIn(context);
  const newOrderId = app.newId() as OrderId;
  return await app.commit(
    { kind: 'report-order', id, host, outcome: outcomeIn(told), newOrderId, settings: app.retries, now },
    ({ compute: { orders } }) => ({ id, is_open: orders.get(id)?.host === host }),
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
}

interface WirePowerState {
  readonly server: string;
  readonly state: string;
}

function outcomeIn({ outcome, message = '', details = '' }: Omit<WireOutcome, 'order'>): Outcome {
  return outcome === 'failed' ? { kind: outcome, message, details } : { kind: outcome };
}

const takeQuery = takenQuery(agentParameter, { isStrict: true });
const id: JsonSchema = { type: 'string', minLength: 1, maxLength: 64 };
const atOnceMax = 100;

const takeBody = takenBody<{
  readonly outcomes?: readonly WireOutcome[];
  readonly power_states?: readonly WirePowerState[];
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
          outcome: { type: 'string', enum: ['begun', 'done', 'failed'] },
          message: { type: 'string', maxLength: 255 },
          details: { type: 'string', maxLength: 20_000 },
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
  },
  additionalProperties: false,
});
