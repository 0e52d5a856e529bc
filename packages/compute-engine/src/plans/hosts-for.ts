import type { CandidateRequest } from '@berth/engine/candidates/request.ts';
import type { TraitName } from '@berth/engine/ids.ts';
import { ask, type Asked } from '../scheduler/asking/ask.ts';
import { findHosts } from '../scheduler/candidates/find-hosts.ts';
import type { HostCandidate } from '../scheduler/candidates/host-candidate.ts';
import { circumstancesOf } from '../scheduler/circumstances.ts';
import { filterHosts } from '../scheduler/filter-hosts.ts';
import type { SchedulerView } from '../scheduler/scheduler-view.ts';
import type { SchedulerSettings } from '../scheduler/settings.ts';
import type { Server } from '../servers/server.ts';
import { moveRequestOf } from './move-request-of.ts';
import type { RuleStep } from './stuck-reason.ts';

/** Every host that takes a server, and how the rules came to these. */
export interface HostsFor {
  readonly hosts: readonly string[];
  readonly steps: readonly RuleStep[];
}

/**
 * Asks the same as the scheduler does, but of all hosts, and one part after the other: which hosts are in service, which of them have what the server
 * takes, its traits, its aggregates, and pass each filter. The host that it is on does not count.
 */
export function hostsFor(view: SchedulerView, server: Server, settings: SchedulerSettings): HostsFor {
  const request = moveRequestOf(server, null);
  const asked = ask(view, request, settings);
  if ('reason' in asked)
    return { hosts: [], steps: [{ rule: `${asked.step}: ${asked.reason}`, hostsLeft: 0 }] };
  const steps: RuleStep[] = [{ rule: 'in service', hostsLeft: countInService(view, server) }];
  const isElsewhere = ({ node: { host } }: Pick<HostCandidate, 'node'>) => host !== server.place?.host;
  let found: readonly HostCandidate[] = [];
  for (const [rule, part] of parts) {
    const partly: Asked = { ...asked, requests: asked.requests.map(part) };
    const answer = findHosts(view, partly, {
      named: [],
      isNamedEnough: false,
      limit: Infinity,
      preferred: null,
    });
    found = 'reason' in answer ? [] : answer.hosts.filter(isElsewhere);
    steps.push({ rule, hostsLeft: found.length });
    if (found.length === 0) return { hosts: [], steps };
  }
  const circumstances = circumstancesOf(view, request, [server.id], asked, settings);
  const all = Int32Array.from(found, (_, place) => place);
  const { places, steps: filtered } = filterHosts(circumstances, found, all, { isFirst: true });
  for (const { name, left } of filtered) if (name !== 'ignored') steps.push({ rule: name, hostsLeft: left });
  const hosts = Array.from(places, (place) => (found[place] as HostCandidate).node.host);
  return { hosts: [...new Set(hosts)], steps };
}

function countInService(view: SchedulerView, { place }: Server): number {
  const { placement } = view;
  const out = placement.providersByTrait.get(disabled);
  const hosts = new Set<string>();
  for (const root of placement.roots) {
    const host = out?.has(root) ? undefined : view.node(root.id)?.host;
    if (host !== undefined && host !== place?.host) hosts.add(host);
  }
  return hosts.size;
}

const disabled = 'COMPUTE_STATUS_DISABLED' as TraitName;

type Part = readonly [rule: string, part: (request: CandidateRequest) => CandidateRequest];

/** Each asks for what the one before it does, and more. That a host is in service is asked by all of them. */
const parts: readonly Part[] = [
  ['amounts', (request) => withConditions(request, { traits: false, aggregates: false })],
  ['traits', (request) => withConditions(request, { traits: true, aggregates: false })],
  ['aggregates', (request) => request],
];

function withConditions(
  request: CandidateRequest,
  heeded: { readonly traits: boolean; readonly aggregates: boolean },
): CandidateRequest {
  const groups = request.groups.map(({ conditions, ...group }) => ({
    ...group,
    conditions: {
      ...conditions,
      requiredTraits: heeded.traits ? conditions.requiredTraits : [],
      forbiddenTraits: heeded.traits ? conditions.forbiddenTraits : [],
      memberOf: heeded.aggregates ? conditions.memberOf : [],
      forbiddenAggregates: heeded.aggregates ? conditions.forbiddenAggregates : [],
    },
  }));
  const rootRequiredTraits = heeded.traits ? request.rootRequiredTraits : [];
  return { ...request, groups, rootRequiredTraits };
}
