import { aggregatesWhere } from './aggregates-where.ts';
import type { Prefilter } from './prefilter.ts';

/** A project that has aggregates of its own stays in them. One may be for several: `filter_tenant_id`, `filter_tenant_id2` and so on. */
export const tenantAggregates: Prefilter = ({ view, request: { projectId }, settings }, demands) => {
  if (!settings.tenantAggregates) return null;
  const ids = aggregatesWhere(
    view,
    (key, value) => key.startsWith('filter_tenant_id') && value === projectId,
  );
  demands.demandOneOf('require_tenant_aggregate', ids);
  return ids.length === 0 && settings.tenantsNeedAggregates ? 'No hosts available for tenant' : null;
};
