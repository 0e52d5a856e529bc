import type { HostFilter } from './host-filter.ts';

/** Not more than so many of the group are on one host. A server that is there already may stay. */
export const groupAntiAffinityFilter: HostFilter = {
  isAskedAgain: true,
  testFor: ({ group }) => {
    if (group?.policy !== 'anti-affinity') return null;
    return ({ node: { host } }) =>
      group.isHome(host) || group.countOn(host) < group.serversPerHostMax
        ? null
        : 'others of the group are there';
  },
};
