import type { Registry } from '../registry/registry.ts';
import { nearestInstance, type Shape, shapeOf } from './nearest-instance.ts';

/** Longer keys are not slips of the pen. */
const longestKey = 160;

interface Candidate {
  readonly shape: Shape;
  /** How many characters it has of its own. */
  readonly length: number;
  /** Which ones, and how often each. */
  readonly characters: readonly (readonly [box: number, count: number])[];
}

const candidatesOf = new WeakMap<Registry, readonly Candidate[]>();

/** The key that was probably meant; null when no known one is near. */
export function suggestKey(registry: Registry, key: string): string | null {
  if (key.length > longestKey) return null;
  const lowerCased = key.toLowerCase();
  if (lowerCased !== key && registry.keys.find(lowerCased) !== null) return lowerCased;
  let best: { readonly text: string; readonly distance: number } | null = null;
  const available = tally(key);
  for (const { shape, length, characters } of candidates(registry)) {
    const most = Math.min(slipsIn(length), best === null ? Number.MAX_SAFE_INTEGER : best.distance - 1);
    const isTooLong = length === shape.length && key.length - length > most;
    if (isTooLong || length - key.length > most || most < 0) continue;
    // Each character that is missing is a slip. This says no to nearly all of them, for a small part of what the rest costs.
    if (isShortOf(characters, available, most)) continue;
    const instance = nearestInstance(key, shape, most);
    // What fills a wildcard may be nothing that the parameter's pattern allows.
    if (instance !== null && registry.keys.find(instance.text) !== null) best = instance;
  }
  return best === null || best.text === key ? null : best.text;
}

/** How many slips are likely in so many characters. With more, everything short is near to everything. */
function slipsIn(length: number): number {
  return Math.min(3, Math.floor(length / 4));
}

function candidates(registry: Registry): readonly Candidate[] {
  let list = candidatesOf.get(registry);
  if (list === undefined) {
    list = registry.specs.map(({ key }) => {
      const shape = shapeOf(key);
      const own = shape.filter((part) => part !== null);
      const characters = Array.from(tally(own).entries()).filter(([, count]) => count > 0);
      return { shape, length: own.length, characters };
    });
    candidatesOf.set(registry, list);
  }
  return list;
}

/** How often each character occurs. What is not ASCII shares a box with others, so that there may seem to be more of it. */
function tally(characters: Iterable<string>): Uint8Array {
  const boxes = new Uint8Array(128);
  for (const character of characters) {
    const box = (character.codePointAt(0) as number) & 127;
    boxes[box] = (boxes[box] as number) + 1;
  }
  return boxes;
}

function isShortOf(wanted: Candidate['characters'], available: Uint8Array, most: number): boolean {
  let missing = 0;
  for (const [box, count] of wanted) {
    const there = available[box] as number;
    if (there < count) missing += count - there;
    if (missing > most) return true;
  }
  return false;
}
