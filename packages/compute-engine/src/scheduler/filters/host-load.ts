import { pythonInteger } from '@berth/extra-specs/python/python-integer.ts';
import type { Circumstances } from '../circumstances.ts';
import { leastOf } from './aggregate-values.ts';
import type { HostFilter } from './host-filter.ts';

interface Load {
  /** What the host has of it, without what was placed there in this call. */
  readonly count: (circumstances: Circumstances, host: string) => number;
  readonly max: (circumstances: Circumstances) => number;
  /** By which aggregates set a lower or higher maximum. */
  readonly key: string;
  readonly reason: string;
}

const servers: Load = {
  count: ({ view }, host) => view.serverCount(host),
  max: ({ settings }) => settings.serversPerHostMax,
  key: 'max_instances_per_host',
  reason: 'it has too many servers',
};

/** A server that is placed is going to be built, so it counts. */
const diskWork: Load = {
  count: ({ view }, host) => view.diskWork.get(host) ?? 0,
  max: ({ settings }) => settings.diskWorkPerHostMax,
  key: 'max_io_ops_per_host',
  reason: 'too many of its servers work on their disks',
};

function below(
  { count, max, key, reason }: Load,
  { heedsAggregates }: { heedsAggregates: boolean },
): HostFilter {
  return {
    isAskedAgain: true,
    testFor: (circumstances) => {
      const usual = max(circumstances);
      const { view, placedCounts } = circumstances;
      return ({ node: { host } }) => {
        const most = heedsAggregates ? leastOf(view.aggregatesOf(host), key, wholeNumber, usual) : usual;
        return count(circumstances, host) + (placedCounts.get(host) ?? 0) < most ? null : reason;
      };
    },
  };
}

function wholeNumber(text: string): number | null {
  const number = pythonInteger(text);
  return number === null ? null : Number(number);
}

export const numInstancesFilter = below(servers, { heedsAggregates: false });
export const aggregateNumInstancesFilter = below(servers, { heedsAggregates: true });
export const ioOpsFilter = below(diskWork, { heedsAggregates: false });
export const aggregateIoOpsFilter = below(diskWork, { heedsAggregates: true });
