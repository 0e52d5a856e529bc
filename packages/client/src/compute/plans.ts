import { ask, tell } from '../ask.ts';
import { integer, listOf, members, nullable, number, text } from '../shape.ts';
import type { Transport } from '../transport.ts';

const place = members({ host: text, node: text });

const step = members({
  number: integer,
  server: text,
  kind: text,
  from: place,
  to: place,
  purpose: text,
  after: listOf(integer),
  state: text,
  message: nullable(text),
});

const summary = {
  id: text,
  created_at: text,
  state: text,
  message: nullable(text),
  empty: nullable(members({ hosts: listOf(text) })),
  spread: nullable(members({ tolerance: number })),
  moves: members({
    total: integer,
    at_least: integer,
    waiting: integer,
    moving: integer,
    done: integer,
    failed: integer,
    skipped: integer,
  }),
  stuck_servers: integer,
  strangers: integer,
  fullest: nullable(members({ before: number, after: number })),
};

const planSummary = members(summary);

const plan = members({
  ...summary,
  stuck: listOf(members({ reason: text, text, servers: listOf(members({ id: text, host: text })) })),
  strangers_named: listOf(members({ consumer: text, host: text })),
  steps: listOf(step),
});

/** A plan of moves, without its steps. */
export type PlanSummary = ReturnType<typeof planSummary>;
export type PlanStep = ReturnType<typeof step>;
/** The same with all of them. */
export type PlanRecord = ReturnType<typeof plan>;

/** What a plan is to come to, as the API takes it. */
export type PlanBody = Readonly<Record<string, unknown>>;

const one = members({ plan });

export async function createPlan(transport: Transport, body: PlanBody): Promise<PlanRecord> {
  const request = { method: 'POST', path, body } as const;
  return await withAllSteps(transport, (await ask(transport, request, one)).plan);
}

export async function getPlan(transport: Transport, id: string): Promise<PlanRecord> {
  const first = await ask(transport, { method: 'GET', path: pathOf(id) }, one);
  return await withAllSteps(transport, first.plan);
}

/** How far it has come, without its steps. */
export async function getPlanSummary(transport: Transport, id: string): Promise<PlanSummary> {
  const request = { method: 'GET', path: `${pathOf(id)}?limit=0` } as const;
  return (await ask(transport, request, members({ plan: planSummary }))).plan;
}

export async function listPlans(transport: Transport): Promise<readonly PlanSummary[]> {
  return (await ask(transport, { method: 'GET', path }, members({ plans: listOf(planSummary) }))).plans;
}

export async function runPlan(
  transport: Transport,
  id: string,
  action: 'start' | 'pause' | 'resume',
): Promise<PlanSummary> {
  const request = { method: 'POST', path: `${pathOf(id)}/${action}` } as const;
  return (await ask(transport, request, members({ plan: planSummary }))).plan;
}

export async function deletePlan(transport: Transport, id: string): Promise<void> {
  await tell(transport, { method: 'DELETE', path: pathOf(id) });
}

/** An answer has some of them only. */
async function withAllSteps(transport: Transport, first: PlanRecord): Promise<PlanRecord> {
  const steps = [...first.steps];
  while (steps.length < first.moves.total) {
    const request = { method: 'GET', path: `${pathOf(first.id)}?from=${steps.length}` } as const;
    const next = (await ask(transport, request, one)).plan.steps;
    if (next.length === 0) break;
    steps.push(...next);
  }
  return { ...first, steps };
}

const path = '/berth/v1/plans';

function pathOf(id: string): string {
  return `${path}/${encodeURIComponent(id)}`;
}
