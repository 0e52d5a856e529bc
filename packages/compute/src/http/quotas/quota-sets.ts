import type { PolicyTarget } from '@berth/api-kit/policy.ts';
import type { Compute } from '@berth/compute-engine/compute-state.ts';
import { limitsOfClass, limitsOfUser } from '@berth/compute-engine/quotas/limits-in-force.ts';
import { defaultClass } from '@berth/compute-engine/quotas/quota.ts';
import { usageOf } from '@berth/compute-engine/quotas/usage-of.ts';
import { accepted, base, type ComputeContext, endpoint, json } from '../endpoint.ts';
import { booleanOf } from '../fragments.ts';
import { limitsIn, type UpdateQuotaBody, updateQuotaBody } from './bodies.ts';
import { knownProject, projectIn } from './known-project.ts';
import { shownQuotas } from './quota-view.ts';
import { firstUser, lastUser, takeUserQuery, type UserQuery } from './user-query.ts';

const path = `${base}/os-quota-sets/{quota_project_id}`;

const ofProject = {
  input: (_sent: unknown, { query, version }: ComputeContext) =>
    takeUserQuery.at(version)?.(query) as UserQuery,
  target: ({ params }: Pick<ComputeContext, 'params'>): PolicyTarget => ({
    project_id: projectIn({ params }),
  }),
};

export const showQuota = endpoint({
  route: `GET ${path}`,
  ...ofProject,
  policy: 'os_compute_api:os-quota-sets:show',
  run: async (context, _found, query) => {
    const id = await knownProject(context);
    return json(200, {
      quota_set: { id, ...quotasOf(context, context.app.cloud.compute, id, firstUser(query)) },
    });
  },
});

export const showQuotaInDetail = endpoint({
  route: `GET ${path}/detail`,
  ...ofProject,
  policy: 'os_compute_api:os-quota-sets:detail',
  run: async (context, _found, query) => {
    const id = await knownProject(context);
    const userId = lastUser(query);
    const { cloud, settings } = context.app;
    const limits = limitsOfUser(cloud.compute, { projectId: id, userId, configured: settings.limits });
    const used = usageOf(cloud, id, userId);
    const shown = shownQuotas(context, (thing) => ({
      limit: limits[thing],
      in_use: used[thing],
      reserved: 0,
    }));
    return json(200, { quota_set: { id, ...shown } });
  },
});

export const showDefaultQuota = endpoint({
  route: `GET ${path}/defaults`,
  target: ofProject.target,
  policy: 'os_compute_api:os-quota-sets:defaults',
  run: async (context) => {
    const id = await knownProject(context);
    const { app } = context;
    const limits = limitsOfClass(app.cloud.compute, defaultClass, app.settings.limits);
    return json(200, { quota_set: { id, ...shownQuotas(context, (thing) => limits[thing]) } });
  },
});

export const updateQuota = endpoint({
  route: `PUT ${path}`,
  input: (sent, context) => ({
    body: updateQuotaBody.at(context.version)?.(sent) as UpdateQuotaBody,
    userId: firstUser(ofProject.input(sent, context)),
  }),
  target: ofProject.target,
  policy: 'os_compute_api:os-quota-sets:update',
  run: async (context, _found, { body: { quota_set: sent }, userId }) => {
    const projectId = await knownProject(context);
    const { app } = context;
    const isForced = booleanOf(sent.force ?? false);
    const limits = limitsIn(sent);
    const configured = app.settings.limits;
    return app.commit({ kind: 'set-quota', projectId, userId, limits, isForced, configured }, ({ compute }) =>
      json(200, { quota_set: quotasOf(context, compute, projectId, userId) }),
    );
  },
});

export const deleteQuota = endpoint({
  route: `DELETE ${path}`,
  ...ofProject,
  policy: 'os_compute_api:os-quota-sets:delete',
  run: (context, _found, query) => {
    const command = { kind: 'reset-quota', projectId: projectIn(context), userId: firstUser(query) } as const;
    return context.app.commit(command, () => accepted);
  },
});

function quotasOf(
  context: ComputeContext,
  compute: Compute,
  projectId: string,
  userId: string | null,
): Record<string, unknown> {
  const limits = limitsOfUser(compute, { projectId, userId, configured: context.app.settings.limits });
  return shownQuotas(context, (thing) => limits[thing]);
}
