import type { Circumstances } from '../circumstances.ts';
import type { HostField } from './host-field.ts';
import type { Multipliers } from './multipliers.ts';
import type { Weigher } from './weigher.ts';
import { type MultiplierName, weighers } from './weighers.ts';

/** The weights of hosts, and what they are made of. */
export interface Weights {
  /** Those that were weighed. */
  readonly places: Int32Array;
  /** In the same order. */
  readonly totals: Float64Array;
  /** What each weigher has added at a place of the field, where that is not nothing. */
  readonly partsAt: (place: number) => Partial<Record<MultiplierName, number>>;
}

/** Weighs the hosts at these places of the field. A host that is alone weighs nothing. */
export function weigh(
  { group }: Circumstances,
  field: HostField,
  multipliers: Multipliers,
  places: Int32Array,
): Weights {
  const totals = new Float64Array(places.length);
  const scales: Scale[] = [];
  if (places.length > 1) {
    for (const name of names) {
      const weigher: Weigher = weighers[name];
      const multiplier = multipliers[name];
      if (multiplier === 0 || (weigher.policy !== undefined && weigher.policy !== group?.policy)) continue;
      const scale = scaleOf(name, weigher, weigher.column(field), multiplier, places);
      if (scale === null) continue;
      scales.push(scale);
      addTo(totals, scale, places);
    }
  }
  return {
    places,
    totals,
    partsAt: (place) => Object.fromEntries(scales.map((scale) => [scale.name, partAt(scale, place)])),
  };
}

const names = Object.keys(weighers) as readonly MultiplierName[];

/**
 * How a column becomes weights: `slope` times the distance from the origin, which is 0 at one end of the scale and 1 at the other, times
 * the multiplier.
 */
interface Scale {
  readonly name: MultiplierName;
  readonly column: Float64Array;
  /** What is less is taken for this. */
  readonly least: number;
  readonly origin: number;
  readonly slope: number;
  readonly multiplier: number | Float64Array;
}

/** Null where all hosts are alike, so that nothing is added. */
function scaleOf(
  name: MultiplierName,
  { from, first, sign }: Weigher,
  column: Float64Array,
  multiplier: number | Float64Array,
  places: Int32Array,
): Scale | null {
  let most = -Infinity;
  let least = Infinity;
  for (let index = 0; index < places.length; index++) {
    const value = column[places[index] as number] as number;
    if (value > most) most = value;
    if (value < least) least = value;
  }
  if (from === 'zero') least = 0;
  if (most <= least) return null;
  const [origin, end] = first === 'most' ? [least, most] : [most, least];
  return { name, column, least, origin, slope: sign / (end - origin), multiplier };
}

function addTo(totals: Float64Array, scale: Scale, places: Int32Array): void {
  for (let index = 0; index < places.length; index++)
    totals[index]! += partAt(scale, places[index] as number);
}

function partAt({ column, least, origin, slope, multiplier }: Scale, place: number): number {
  const value = column[place] as number;
  const own = typeof multiplier === 'number' ? multiplier : (multiplier[place] as number);
  return own * (slope * ((value < least ? least : value) - origin));
}
