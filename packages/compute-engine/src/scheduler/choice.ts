import type { Piece } from '@berth/engine/candidates/candidate.ts';
import type { AllocationFacts } from '@berth/engine/changes.ts';
import type { ServerPlace } from '../servers/server.ts';
import { Claims } from './candidates/claims.ts';
import type { FoundHosts } from './candidates/find-hosts.ts';
import type { HostCandidate } from './candidates/host-candidate.ts';
import type { Circumstances } from './circumstances.ts';
import { bestMax, bounded, cutName, type Decision, type DecisionStep, type WeighedHost } from './decision.ts';
import { filterHosts } from './filter-hosts.ts';
import { HostField } from './weighers/host-field.ts';
import { type Multipliers, multipliersOf } from './weighers/multipliers.ts';
import { weigh, type Weights } from './weighers/weigh.ts';
import { zoneOf } from './zone-of.ts';

export type Chosen =
  | {
      readonly place: ServerPlace;
      readonly allocations: readonly AllocationFacts[];
      readonly decision: Decision;
    }
  | { readonly place: null; readonly decision: Decision };

/** Gives one server after the other its host, of those that were found for all of them. */
export class Choice {
  readonly #circumstances: Circumstances;
  readonly #found: FoundHosts;
  readonly #claims: Claims;
  /** Of the hosts that were found, the places of those that are left. */
  #places: Int32Array;
  /** What is said of aggregates, and what the filters have said last. */
  readonly #steps = new Map<DecisionStep['name'], DecisionStep>();
  /** Made of those that have passed the filters for the first server. */
  #weighed: { readonly field: HostField; readonly multipliers: Multipliers } | null = null;

  constructor(circumstances: Circumstances, found: FoundHosts, before: readonly DecisionStep[]) {
    for (const step of before) this.#steps.set(step.name, step);
    this.#circumstances = circumstances;
    this.#found = found;
    this.#claims = new Claims(circumstances.view);
    this.#places = new Int32Array(found.hosts.length);
    for (let place = 0; place < found.hosts.length; place++) this.#places[place] = place;
  }

  next(): Chosen {
    this.#filter();
    const { field, multipliers } = (this.#weighed ??= this.#measure());
    const weights = weigh(this.#circumstances, field, multipliers, this.#places);
    for (;;) {
      const best = heaviest(weights.totals, bestMax);
      const [index] = best;
      if (index === undefined) return { place: null, decision: this.#decision([]) };
      const place = weights.places[index] as number;
      const host = this.#found.hosts[place] as HostCandidate;
      const pieces = this.#claims.claim(host);
      if (pieces === null) {
        this.#leaveOut(place);
        weights.totals[index] = -Infinity;
        continue;
      }
      const decision = this.#decision(best.map((each) => this.#weighedHost(weights, each)));
      this.#take(field, place, pieces);
      return { place: this.#placeAt(host), allocations: pieces.map(allocationOf), decision };
    }
  }

  #filter(): void {
    const isFirst = this.#weighed === null;
    const { places, steps } = filterHosts(this.#circumstances, this.#found.hosts, this.#places, { isFirst });
    this.#places = places;
    for (const step of steps) this.#steps.set(step.name, step);
  }

  #measure(): { readonly field: HostField; readonly multipliers: Multipliers } {
    const { hosts } = this.#found;
    const field = new HostField(this.#circumstances, hosts, this.#places);
    return { field, multipliers: multipliersOf(this.#circumstances, hosts) };
  }

  /** Servers of this call have filled it. */
  #leaveOut(full: number): void {
    this.#places = this.#places.filter((place) => place !== full);
    this.#steps.set('claims', { name: 'claims', left: this.#places.length, refused: [] });
  }

  #take(field: HostField, place: number, pieces: readonly Piece[]): void {
    const { group, placedCounts } = this.#circumstances;
    const { host } = (this.#found.hosts[place] as HostCandidate).node;
    field.take(place, pieces);
    group?.add(host);
    placedCounts.set(host, (placedCounts.get(host) ?? 0) + 1);
  }

  #placeAt({ node: { host, id, name } }: HostCandidate): ServerPlace {
    const { view, settings } = this.#circumstances;
    return { host, nodeId: id, nodeName: name, zone: zoneOf(view.aggregatesOf(host), settings.defaultZone) };
  }

  #decision(best: readonly WeighedHost[]): Decision {
    const steps = [...this.#steps.values()];
    const last = steps.findLast(({ left }) => left === 0);
    return bounded({
      found: this.#found.hosts.length,
      isCut: this.#found.isCut,
      steps,
      best,
      ended: best.length > 0 ? null : { step: last?.name ?? 'filters', reason: 'No host was left.' },
      asked: null,
    });
  }

  #weighedHost({ totals, places, partsAt }: Weights, index: number): WeighedHost {
    const place = places[index] as number;
    const { host, name } = (this.#found.hosts[place] as HostCandidate).node;
    return {
      host: cutName(host),
      node: cutName(name),
      weight: totals[index] as number,
      parts: partsAt(place),
    };
  }
}

/** Where the largest numbers are, from the largest on, and of equal ones the first. Those that are minus infinity do not count. */
function heaviest(totals: Float64Array, count: number): number[] {
  const best: number[] = [];
  let least = -Infinity;
  for (let index = 0; index < totals.length; index++) {
    const total = totals[index] as number;
    if (total === -Infinity || (best.length === count && total <= least)) continue;
    let at = best.length;
    while (at > 0 && (totals[best[at - 1] as number] as number) < total) at--;
    best.splice(at, 0, index);
    if (best.length > count) best.pop();
    least = totals[best.at(-1) as number] as number;
  }
  return best;
}

function allocationOf({ provider, resourceClass, amount }: Piece): AllocationFacts {
  return { providerId: provider.id, resourceClass, amount };
}
