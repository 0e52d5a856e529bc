import type { HostFilter } from './host-filter.ts';
import { hostsOf } from './hosts-of.ts';

export const differentHostFilter: HostFilter = {
  isAskedAgain: false,
  testFor: ({ view, request: { hints } }) => {
    if (hints.differentHosts.length === 0) return null;
    const hosts = hostsOf(view, hints.differentHosts);
    return ({ node }) => (hosts.has(node.host) ? 'one of the named servers is there' : null);
  },
};
