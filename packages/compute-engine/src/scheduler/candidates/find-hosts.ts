import type { CandidateRequest } from '@berth/engine/candidates/request.ts';
import { Search } from '@berth/engine/candidates/search.ts';
import { Work } from '@berth/engine/candidates/work.ts';
import type { ProviderId } from '@berth/engine/ids.ts';
import { Refusal } from '@berth/engine/refusals.ts';
import type { Asked, Hopeless } from '../asking/ask.ts';
import { noValidHost } from '../place-fault.ts';
import type { SchedulerView } from '../scheduler-view.ts';
import type { HostCandidate, Way } from './host-candidate.ts';
import { type KnownHosts, knownHostsOf } from './known-hosts.ts';
import type { SearchScope } from './search-scope.ts';

export interface FoundHosts {
  readonly hosts: HostCandidate[];
  /** There may be more: as many were found as are looked at, or the search became too long. */
  readonly isCut: boolean;
}

/**
 * The nodes that Placement has room on, in its order. A node may have several ways to serve the request; but first comes one way of each
 * node, so that as many nodes as possible are looked at.
 */
export function findHosts(
  view: SchedulerView,
  { requests }: Asked,
  { named, isNamedEnough, limit, preferred }: SearchScope,
): FoundHosts | Hopeless {
  const finder = new Finder(view);
  try {
    for (const request of requests) {
      for (const id of named) finder.search(onlyAt(request, id), Infinity);
    }
    // Where none of those has room, it is told by the others whether there is any at all.
    if (!isNamedEnough || finder.found.hosts.length === 0) {
      for (const request of requests) finder.search(request, limit);
    }
  } catch (error) {
    // Extra specs can name classes and traits that nobody knows.
    if (!(error instanceof Refusal)) throw error;
    return noCandidates(words(error));
  }
  const found = preferred ? only(finder.found, preferred) : finder.found;
  return found.hosts.length === 0 ? noCandidates('No host has room for what is asked for.') : found;
}

/** Those that are preferred, and the first of the others. */
function only(found: FoundHosts, { hosts, others }: NonNullable<SearchScope['preferred']>): FoundHosts {
  let left = others;
  const kept = found.hosts.filter(({ node }) => hosts.has(node.host) || left-- > 0);
  return { hosts: kept, isCut: found.isCut || kept.length < found.hosts.length };
}

function noCandidates(reason: string): Hopeless {
  return { step: 'candidates', reason, fault: noValidHost('') };
}

/** A request that is for one tree only. */
function onlyAt(request: CandidateRequest, inTree: ProviderId): CandidateRequest {
  const groups = request.groups.map((group) => ({ ...group, conditions: { ...group.conditions, inTree } }));
  return { ...request, groups };
}

class Finder {
  readonly #view: SchedulerView;
  readonly #known: KnownHosts;
  /** Of all searches together: a decision holds up everybody. */
  readonly #work = new Work({ stepsMax });
  readonly #hosts: HostCandidate[] = [];
  /** By the index of its root in Placement's roster: the place of a host among those found, counted from 1. */
  readonly #places: Int32Array;
  #otherWays = 0;
  #isCut = false;

  constructor(view: SchedulerView) {
    this.#view = view;
    this.#known = knownHostsOf(view.placement);
    this.#places = new Int32Array(view.placement.roster.length);
  }

  get found(): FoundHosts {
    return { hosts: this.#hosts, isCut: this.#isCut };
  }

  /** Up to so many hosts; and other ways on these, of which there can be any number, up to a bound. */
  search(request: CandidateRequest, limit: number): void {
    const search = new Search(this.#view.placement, request, { work: this.#work });
    const { slots } = search;
    const hostsMax = this.#hosts.length + limit;
    const waysMax = this.#otherWays + otherWaysMax;
    for (let candidate = search.next(); candidate; candidate = search.next()) {
      this.#add({ slots, candidate });
      if (this.#otherWays >= waysMax) return;
      if (this.#hosts.length < hostsMax) continue;
      this.#isCut = true;
      return;
    }
    this.#isCut ||= search.isCut;
  }

  #add({ slots, candidate }: Way): void {
    const { anchor } = candidate;
    const place = this.#places[anchor.index] as number;
    if (place > 0) {
      const host = this.#hosts[place - 1] as HostCandidate;
      (host.others ??= []).push({ slots, candidate });
      this.#otherWays++;
      return;
    }
    const known = this.#known.at(anchor, this.#view);
    if (known === null) return;
    const { root, node, service } = known;
    this.#places[anchor.index] = this.#hosts.push({ root, node, service, slots, candidate, others: null });
  }
}

/** About 50 ms: what a search comes to in trees that are as hard as can be. Flat fleets of 10,000 hosts take a hundredth of it. */
const stepsMax = 500_000;

const otherWaysMax = 1_000;

function words({ reason }: Refusal): string {
  switch (reason.kind) {
    case 'class-not-found':
      return `There is no resource class ${reason.name}.`;
    case 'traits-not-found':
      return `There is no trait ${reason.names.join(', ')}.`;
    default:
      return reason.kind;
  }
}
