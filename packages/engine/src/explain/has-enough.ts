import type { ClassName } from '../ids.ts';
import type { Provider } from '../provider.ts';
import type { ChoicePart, Take } from './arrange.ts';
import { roomOf } from './room.ts';

/**
 * C9, for all together: of each class enough in sum, and enough places for that many takers of at least the smallest
 * amount. That does not make sure that the choice can be made, but where it fails it cannot, and to find that out by
 * trying takes all combinations.
 */
export function hasEnough(parts: readonly ChoicePart[]): boolean {
  for (const takers of takersByClass(parts).values()) {
    if (takers.length > 1 && !isEnough(takers)) return false;
  }
  return true;
}

interface Taker {
  readonly take: Take;
  readonly options: readonly Provider[];
}

function takersByClass(parts: readonly ChoicePart[]): Map<ClassName, Taker[]> {
  const takers = new Map<ClassName, Taker[]>();
  for (const { takes, options } of parts) {
    for (const take of takes) {
      takers.getOrInsertComputed(take.resourceClass, () => []).push({ take, options });
    }
  }
  return takers;
}

function isEnough(takers: readonly Taker[]): boolean {
  const amounts = takers.map(({ take }) => leastEver(take));
  const smallest = Math.min(...amounts);
  let wanted = amounts.reduce((sum, amount) => sum + amount, 0);
  let places = takers.length;
  for (const provider of new Set(takers.flatMap(({ options }) => options))) {
    const { resourceClass } = (takers[0] as Taker).take; // All are of one class.
    const most = Math.max(0, roomOf(provider, resourceClass)?.most ?? 0);
    wanted -= most;
    places -= Math.floor(most / smallest);
    if (wanted <= 0 && places <= 0) return true;
  }
  return false;
}

function leastEver({ asked, amount }: Take): number {
  if (amount === 'asked') return asked;
  return amount === 'lower' ? 1 : asked + 1;
}
