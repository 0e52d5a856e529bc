import type { HostFilter } from './host-filter.ts';
import { hostsOf } from './hosts-of.ts';

export const sameHostFilter: HostFilter = {
  isAskedAgain: false,
  testFor: ({ view, request: { hints } }) => {
    if (hints.sameHosts.length === 0) return null;
    const hosts = hostsOf(view, hints.sameHosts);
    return ({ node }) => (hosts.has(node.host) ? null : 'none of the named servers is there');
  },
};
