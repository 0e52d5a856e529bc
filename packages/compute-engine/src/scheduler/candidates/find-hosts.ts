import { type CandidateRequest, noConditions } from '@berth/engine/candidates/request.ts';
import { Search } from '@berth/engine/candidates/search.ts';
import { Work } from '@berth/engine/candidates/work.ts';
import type { ProviderId } from '@berth/engine/ids.ts';
import { Refusal } from '@berth/engine/refusals.ts';
import type { Asked, Hopeless } from '../asking/ask.ts';
import type { SchedulerView } from '../scheduler-view.ts';
import type { HostCandidate } from './host-candidate.ts';

export interface FoundHosts {
  readonly hosts: HostCandidate[];
  /** There may be more: as many were found as are looked at, or the search became too long. */
  readonly isCut: boolean;
}

/**
 * The nodes that Placement has room on, in its order. Of a node with several ways to serve the request there may be several; but first
 * comes one of each node, so that as many nodes as possible are looked at.
 */
export function findHosts(
  view: SchedulerView,
  { requests, limit }: Asked,
  only: readonly ProviderId[] | null,
): FoundHosts | Hopeless {
  const finder = new Finder(view);
  try {
    for (const request of requests) {
      const narrowed = only === null ? null : narrowedTo(request, only);
      if (narrowed === null) finder.search(request, limit);
      else for (const each of narrowed) finder.search(each, limit);
    }
  } catch (error) {
    // Extra specs can name classes and traits that nobody knows.
    if (!(error instanceof Refusal)) throw error;
    return { step: 'candidates', reason: words(error) };
  }
  return finder.found;
}

/**
 * Where only a few nodes come into question, they are asked for by name, and not found among all others; null where the request has
 * nothing that the name could be asked along with.
 */
function narrowedTo(request: CandidateRequest, only: readonly ProviderId[]): CandidateRequest[] | null {
  const host = request.groups.find(({ suffix }) => suffix === '');
  if (host === undefined || host.conditions.inTree !== null) return null;
  const others = request.groups.filter((group) => group !== host);
  return only.map((inTree) => ({
    ...request,
    groups: [{ ...host, conditions: { ...noConditions, ...host.conditions, inTree } }, ...others],
  }));
}

class Finder {
  readonly #view: SchedulerView;
  readonly #hosts: HostCandidate[] = [];
  /** By the index of its root in Placement's roster: the place of a host among those found, counted from 1. */
  readonly #places: Int32Array;
  #isCut = false;

  constructor(view: SchedulerView) {
    this.#view = view;
    this.#places = new Int32Array(view.placement.roster.length);
  }

  get found(): FoundHosts {
    return { hosts: this.#hosts, isCut: this.#isCut };
  }

  search(request: CandidateRequest, limit: number): void {
    const search = new Search(this.#view.placement, request, { work: new Work({ stepsMax }) });
    const { slots } = search;
    let count = 0;
    for (let candidate = search.next(); candidate; candidate = search.next()) {
      const { anchor } = candidate;
      const place = this.#places[anchor.index] as number;
      if (place > 0) {
        // Every node has had its turn: of further ways there can be any number.
        if (count >= waysMax) break;
        this.#hosts[place - 1]?.ways.push({ slots, candidate });
      } else {
        const node = this.#view.node(anchor.id);
        if (node)
          this.#places[anchor.index] = this.#hosts.push({ node, root: anchor, ways: [{ slots, candidate }] });
      }
      count++;
      if (count >= limit) {
        this.#isCut = true;
        break;
      }
    }
    this.#isCut ||= search.isCut;
  }
}

/** About 50 ms: what a search comes to in trees that are as hard as can be. Flat fleets of 10,000 hosts take a hundredth of it. */
const stepsMax = 500_000;

/** So many ways are looked at where there is no other limit. */
const waysMax = 1_000;

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
