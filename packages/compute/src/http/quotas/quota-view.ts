import type { LimitedThing } from '@berth/compute-engine/quotas/limits.ts';
import type { ComputeContext } from '../endpoint.ts';
import { versions } from '../versions.ts';
import {
  fileQuotas,
  groupQuotas,
  networkQuotas,
  type QuotaName,
  quotasWithout,
  thingsNamed,
} from './quota-names.ts';

type At = Pick<ComputeContext, 'version'>;
type OfEach = (thing: LimitedThing) => unknown;

/** What is said of each thing, under the names that the version has for them, in their order. */
export function shownQuotas({ version }: At, of: OfEach): Record<string, unknown> {
  return shown(setNames.at(version), of);
}

/** The same for a class. */
export function shownClassQuotas({ version }: At, of: OfEach): Record<string, unknown> {
  return shown(classNames.at(version), of);
}

const setNames = versions.ladder(
  ['2.1', quotasWithout()],
  ['2.36', quotasWithout(networkQuotas)],
  ['2.57', quotasWithout(networkQuotas, fileQuotas)],
);

const classNames = versions.ladder(
  ['2.1', quotasWithout(groupQuotas)],
  ['2.50', quotasWithout(networkQuotas)],
  ['2.57', quotasWithout(networkQuotas, fileQuotas)],
);

function shown(names: readonly QuotaName[] | undefined, of: OfEach): Record<string, unknown> {
  return Object.fromEntries((names ?? []).toSorted().map((name) => [name, of(thingsNamed[name])]));
}
