import { badRequest, HttpError, unavailable } from '@berth/api-kit/http-error.ts';
import type { PlanId } from '@berth/compute-engine/ids.ts';
import { makePlan } from '@berth/compute-engine/plans/make-plan.ts';
import { planOf } from '@berth/compute-engine/plans/plan-of.ts';
import { movesAtOnce, plansMax } from '@berth/compute-engine/plans/plan.ts';
import type { PlanDraft } from '@berth/compute-engine/plans/plan-draft.ts';
import { refuse } from '@berth/compute-engine/refusals.ts';
import { makePlanInTurns } from '../../plans/make-plan-in-turns.ts';
import { aboutNobody, json } from '../endpoint.ts';
import { type AskedPlan, takePlan } from './bodies.ts';
import { type PlanContext, planEndpoint } from './plan-app.ts';
import { planWithSteps } from './show-plan.ts';

/** Makes a plan, and keeps it. Nothing is moved before it is started. */
export const createPlan = planEndpoint({
  route: 'POST /berth/v1/plans',
  input: takePlan,
  policy: 'berth:plans:make',
  target: aboutNobody,
  run: async (context, _found, asked) => {
    const { app, caller, now } = context;
    refuseUnknownHosts(context, asked);
    // It would be refused in the end; but it takes long until then.
    if (app.cloud.compute.plans.size >= plansMax) refuse({ kind: 'too-many-plans', most: plansMax });
    const draft = await made(context, asked);
    const id = app.newId() as PlanId;
    const by = { userId: caller.userId ?? '', projectId: caller.projectId ?? '' };
    const { moves } = draft;
    await app.commit({ kind: 'create-plan', id, ...by, ...asked, draft, now }, () => undefined);
    for (let first = movesAtOnce; first < moves.length; first += movesAtOnce) {
      const some = moves.slice(first, first + movesAtOnce);
      await app.commit({ kind: 'add-plan-moves', id, first, moves: some }, () => undefined);
    }
    const { compute } = app.cloud;
    return json(
      201,
      { plan: planWithSteps(compute, planOf(compute, id)) },
      { location: `/berth/v1/plans/${id}` },
    );
  },
});

async function made({ app, hasLeft }: PlanContext, { goal, options }: AskedPlan): Promise<PlanDraft> {
  if (app.makingCount >= makingMax) throw unavailable('Other plans are being made: try again later.');
  app.makingCount++;
  try {
    const steps = makePlan(app.cloud, goal, {
      kinds: options.kinds,
      leftAlone: new Set(options.leftAlone),
      movesMax: options.movesMax,
      triesMax,
      scheduling: app.scheduling(),
    });
    const { clock, changeNumber } = app;
    const draft = await makePlanInTurns(steps, { clock, changeNumber, hasLeft });
    if (draft === null) throw new HttpError(408, 'Nobody waits for the plan any more.');
    return draft;
  } finally {
    app.makingCount--;
  }
}

/** How many plans are made at one time: each takes some memory, and all of them the same turns. */
const makingMax = 2;

/** Some seconds of work at most. */
const triesMax = 20_000;

function refuseUnknownHosts({ app }: PlanContext, { goal }: AskedPlan): void {
  const hosts = goal.kind === 'empty' ? goal.hosts : [];
  const unknown = hosts.filter((host) => !app.cloud.compute.services.ofHost(host));
  if (unknown.length > 0) throw badRequest(`There is no compute host ${unknown.slice(0, 10).join(', ')}.`);
}
