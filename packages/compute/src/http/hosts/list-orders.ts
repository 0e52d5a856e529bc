import type { Answer } from '@berth/api-kit/endpoint.ts';
import { badRequest, unavailable } from '@berth/api-kit/http-error.ts';
import type { AwaitedBody } from '@berth/api-kit/response.ts';
import type { Order } from '@berth/compute-engine/orders/order.ts';
import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import type { HostQuestion } from '../../hosts/host-questions.ts';
import { json } from '../endpoint.ts';
import { type TakenQuery, takenQuery } from '../taken-query.ts';
import { admitKnownAgent, agentParameter, isRegistered, serviceOf } from './agent-in.ts';
import { backView } from './back-view.ts';
import { type HostContext, hostEndpoint, hostIn } from './host-app.ts';
import { orderView } from './order-view.ts';
import { missingAgent } from './register-host.ts';

/** How long a request may wait, in seconds. */
const waitMax = 60;
const ordersMax = 100;
const heldMax = 1_000;

/**
 * What the host has to do now: of each server the first that is left, without those that its agent has taken up already. Where there is
 * nothing, it waits as long as it was asked to. Each of these requests is a sign of life.
 */
export const listOrders = hostEndpoint({
  route: 'GET /berth/v1/hosts/{host}/orders',
  input: (_sent, { query }) => askedIn(takeQuery(query)),
  run: async (context, _found, asked) => {
    const { app } = context;
    await admitKnownAgent(context, asked.agent, asked.waitMs);
    const found = foundFor(context, asked);
    if (found !== null) return answerWith(context, found);
    // For who passes it on: there is nothing to say, but that the host was heard of.
    if (asked.waitMs === 0) return { status: 204 };
    if (!app.bell.hasRoomFor(hostIn(context))) {
      throw unavailable('Too many hosts wait for something to do.');
    }
    return { status: 200, contentType: 'application/json', body: whenThereAreSome(context, asked) };
  },
});

interface Asked {
  readonly agent: string;
  /** The numbers of those that the agent has. */
  readonly held: ReadonlySet<number>;
  readonly limit: number;
  readonly waitMs: number;
}

interface Found {
  readonly orders: readonly Order[];
  readonly questions: readonly HostQuestion[];
}

function answerWith(context: HostContext, { orders, questions }: Found): Answer {
  const { app } = context;
  return json(200, {
    orders: orders.map((order) => orderView(app.cloud.compute, order)),
    questions: questions.map(questionView),
    ...backView(serviceOf(context)),
  });
}

function questionView(question: HostQuestion): object {
  const { id, kind } = question;
  return 'node' in question ? { id, kind, node: question.node } : { id, kind, server: question.serverId };
}

function whenThereAreSome(context: HostContext, asked: Asked): AwaitedBody {
  const { app } = context;
  const host = hostIn(context);
  return async function* (unwanted) {
    const endMs = performance.now() + asked.waitMs;
    let found: Found | null = null;
    for (let end = 'rung'; end === 'rung' && found === null; ) {
      end = await app.bell.wait(host, Math.max(0, endMs - performance.now()), unwanted);
      if (end === 'unwanted') app.presence.left(host, asked.agent);
      // The service may have been deleted meanwhile; the next request tells that.
      if (!isRegistered(context)) break;
      if (end === 'rung') found = foundFor(context, asked);
    }
    const answer = isRegistered(context) ? answerWith(context, found ?? nothing) : json(200, nothing);
    yield Buffer.from(answer.body as string); // It is made of text.
  };
}

const nothing: Found = { orders: [], questions: [] };

/** Null where there is nothing. Questions are only known where this process leads. */
function foundFor(context: HostContext, asked: Asked): Found | null {
  const orders = ordersFor(context, asked);
  const questions = context.app.line.questions.givenTo(hostIn(context));
  return orders.length + questions.length === 0 ? null : { orders, questions };
}

function ordersFor(context: HostContext, { held, limit }: Asked): readonly Order[] {
  serviceOf(context);
  const found: Order[] = [];
  for (const order of context.app.cloud.compute.orders.ready.of(hostIn(context))) {
    if (found.length >= limit) break;
    if (!held.has(order.number)) found.push(order);
  }
  return found;
}

const digits = (most: number): JsonSchema => ({
  type: 'string',
  pattern: '^[0-9]{1,15}$',
  minimum: 0,
  maximum: most,
});

const parameters = {
  ...agentParameter,
  held: { value: { type: 'string', pattern: '^([0-9]{1,15}(,[0-9]{1,15})*)?$' }, isSingle: true },
  limit: { value: digits(ordersMax), isSingle: true },
  wait: { value: digits(waitMax), isSingle: true },
} as const;

const takeQuery = takenQuery(parameters, { isStrict: true });

function askedIn(query: TakenQuery<keyof typeof parameters>): Asked {
  const held = (query.held?.[0] ?? '').split(',').filter((each) => each !== '');
  if (held.length > heldMax) throw badRequest(`An agent takes up at most ${heldMax} orders.`);
  return {
    agent: query.agent?.[0] ?? missingAgent(),
    held: new Set(held.map(Number)),
    limit: Number(query.limit?.[0] ?? ordersMax),
    waitMs: Number(query.wait?.[0] ?? 0) * 1_000,
  };
}
