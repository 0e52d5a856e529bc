import { aggregateValues } from './aggregate-values.ts';
import type { HostFilter } from './host-filter.ts';

/** Where the aggregates of the host name projects, only theirs may go there. */
export const aggregateTenantIsolationFilter: HostFilter = {
  isAskedAgain: false,
  testFor:
    ({ view, request: { projectId } }) =>
    ({ node }) => {
      const projects = aggregateValues(view.aggregatesOf(node.host), 'filter_tenant_id');
      return projects.size === 0 || projects.has(projectId) ? null : 'it is for other projects';
    },
};
