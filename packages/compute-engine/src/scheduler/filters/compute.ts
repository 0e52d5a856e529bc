import type { HostCandidate } from '../candidates/host-candidate.ts';
import type { HostFilter } from './host-filter.ts';

/** The host's agent is there, and servers may be given to it. */
export const computeFilter: HostFilter = {
  isAskedAgain: false,
  testFor: () => test,
};

function test({ service }: HostCandidate): string | null {
  if (service === undefined) return 'it has no service';
  if (service.disabled !== null) return 'it is disabled';
  return service.isUp && !service.isForcedDown ? null : 'it is down';
}
