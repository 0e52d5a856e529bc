import type { QueryParams } from '@berth/api-kit/query-params.ts';
import { limitsOfProject } from '@berth/compute-engine/quotas/limits-in-force.ts';
import { usageOf } from '@berth/compute-engine/quotas/usage-of.ts';
import { askerOf } from '../asker-of.ts';
import { checkRule } from '../check-rule.ts';
import { aboutNobody, base, type ComputeContext, endpoint, json } from '../endpoint.ts';
import { type TakenQuery, takenQuery } from '../taken-query.ts';
import { versions } from '../versions.ts';
import { shownLimits } from './limits-view.ts';

/** What the caller's project may have, and has. */
export const showLimits = endpoint({
  route: `GET ${base}/limits`,
  input: (_sent, { query, version }) => takeQuery.at(version)?.(query) as Query,
  policy: 'os_compute_api:limits',
  target: aboutNobody,
  run: (context, _found, query) => {
    const projectId = projectAskedFor(context, query);
    const { cloud, settings } = context.app;
    const limits = limitsOfProject(cloud.compute, { projectId, configured: settings.limits });
    const used = usageOf(cloud, projectId, null);
    return json(200, { limits: { rate: [], absolute: shownLimits(context, { limits, used }) } });
  },
});

const parameters = { tenant_id: { value: { type: 'string' } } } as const;

type Query = TakenQuery<keyof typeof parameters>;

const takeQuery = versions.ladder<(query: QueryParams) => Query>(
  ['2.1', takenQuery(parameters)],
  ['2.75', takenQuery(parameters, { isStrict: true })],
);

/** Whoever names a project is asked for more, though it be their own. */
function projectAskedFor(context: ComputeContext, { tenant_id: sent }: Query): string | null {
  const named = sent?.at(-1);
  if (named === undefined) return askerOf(context).projectId;
  checkRule(context, 'os_compute_api:limits:other_project');
  return named;
}
