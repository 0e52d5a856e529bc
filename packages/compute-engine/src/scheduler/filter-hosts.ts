import type { HostCandidate } from './candidates/host-candidate.ts';
import type { Circumstances } from './circumstances.ts';
import { cutName, cutReason, type DecisionStep, refusedMax } from './decision.ts';
import { filters } from './filters/filters.ts';
import type { HostFilter, HostTest } from './filters/host-filter.ts';

export interface FilteredHosts {
  /** Those of the given places whose hosts have passed all filters. */
  readonly places: Int32Array;
  /** One for each filter that had something to ask, until no host was left. */
  readonly steps: readonly DecisionStep[];
}

/** Asks the filters one after the other. For servers after the first, only those whose answer may have changed. */
export function filterHosts(
  circumstances: Circumstances,
  hosts: readonly HostCandidate[],
  places: Int32Array,
  { isFirst }: { readonly isFirst: boolean },
): FilteredHosts {
  const steps: DecisionStep[] = [];
  let left = places;
  for (const [name, test] of testsFor(circumstances, isFirst)) {
    if (left.length === 0) break;
    const refused: DecisionStep['refused'][number][] = [];
    const passed = new Int32Array(left.length);
    let count = 0;
    for (let index = 0; index < left.length; index++) {
      const place = left[index] as number;
      const host = hosts[place] as HostCandidate;
      const reason = test(host);
      if (reason === null) passed[count++] = place;
      else if (refused.length < refusedMax)
        refused.push({ host: cutName(host.node.host), reason: cutReason(reason) });
    }
    if (count < left.length) left = passed.subarray(0, count);
    steps.push({ name, left: count, refused });
  }
  return { places: left, steps };
}

function* testsFor(
  circumstances: Circumstances,
  isFirst: boolean,
): Generator<readonly [DecisionStep['name'], HostTest]> {
  const { request, settings } = circumstances;
  if (isFirst) yield* testsOfRequest(circumstances);
  // Whoever is forced onto a host goes there, whatever the filters say.
  if (request.forced !== null) return;
  for (const name of settings.filters) {
    const filter: HostFilter = filters[name];
    const test = isFirst || filter.isAskedAgain ? filter.testFor(circumstances) : null;
    if (test) yield [name, test];
  }
}

/** What the request itself says about hosts by their names. */
function* testsOfRequest({
  request,
  targets,
}: Circumstances): Generator<readonly [DecisionStep['name'], HostTest]> {
  if (targets !== null) {
    const meant = new Set(targets.map(({ id }) => id));
    const name = request.requested === null ? 'forced' : 'requested';
    yield [name, ({ node }) => (meant.has(node.id) ? null : 'another one was asked for')];
  }
  if (request.ignoredHosts.length > 0) {
    const ignored = new Set(request.ignoredHosts.map((host) => host.toLowerCase()));
    yield ['ignored', ({ node }) => (ignored.has(node.host.toLowerCase()) ? 'it was tried before' : null)];
  }
}
