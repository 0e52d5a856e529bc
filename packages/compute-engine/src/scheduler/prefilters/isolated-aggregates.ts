import type { TraitName } from '@berth/engine/ids.ts';
import { aggregatesWhere } from './aggregates-where.ts';
import type { Prefilter } from './prefilter.ts';

/** Aggregates that require a trait are for those only that ask for it: licensed hosts, reserved ones. */
export const isolatedAggregates: Prefilter = ({ view, requiredTraits, settings }, demands) => {
  if (!settings.isolatedAggregates) return null;
  const ids = aggregatesWhere(
    view,
    (key, value) =>
      value === 'required' &&
      key.startsWith(prefix) &&
      !requiredTraits.has(key.slice(prefix.length) as TraitName),
  );
  demands.forbid('isolate_aggregates', ids);
  return null;
};

const prefix = 'trait:';
