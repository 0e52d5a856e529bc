import type { HostFilter } from './host-filter.ts';

/** Servers of the group are together. The first one may go anywhere. */
export const groupAffinityFilter: HostFilter = {
  isAskedAgain: true,
  testFor: ({ group }) => {
    if (group?.policy !== 'affinity' || group.isEmpty) return null;
    return ({ node }) => (group.countOn(node.host) > 0 ? null : 'no other of the group is there');
  },
};
