import type { ClassName } from '../ids.ts';
import type { Provider } from '../provider.ts';
import { sharesViaAggregate } from '../trait.ts';
import type { Candidate, Piece } from './candidate.ts';
import { hasRoomForSum } from './capacity.ts';
import type { CompiledRequest } from './compile-request.ts';
import { isInOneSubtree } from './in-one-subtree.ts';
import type { Slot } from './slots.ts';
import { hasAny } from './traits-match.ts';

/**
 * The candidates at one anchor: an option from every slot, in all ways that hold together. Choices are made slot by
 * slot and given up as soon as a rule is broken, so what cannot become a candidate is not enumerated.
 */
export function* combine(
  compiled: CompiledRequest,
  anchor: Provider,
  slots: readonly Slot[],
): Generator<Candidate> {
  const { request, spread } = compiled;
  const spreadCount = spread?.resources.length ?? 0;
  const chosen: Provider[] = [];
  const isolates = request.groupPolicy === 'isolate';
  const subtreesComplete = completionOf(request.sameSubtrees, slots);

  yield* choose(0);

  function* choose(index: number): Generator<Candidate> {
    const slot = slots[index];
    if (!slot) {
      const candidate = toCandidate(anchor, slots, chosen);
      if (request.allowsNested || isOnePerTree(candidate)) yield candidate;
      return;
    }
    for (const provider of slot.options) {
      // C10: isolated groups have providers of their own; the group without a suffix may use any of them.
      if (isolates && index >= spreadCount && chosen.indexOf(provider, spreadCount) >= 0) continue;
      if (index > 0 && !fitsWithChosen(index, provider)) continue;
      chosen[index] = provider;
      if (holdsUpTo(index)) yield* choose(index + 1);
      chosen.length = index;
    }
  }

  function fitsWithChosen(index: number, provider: Provider): boolean {
    if (!chosen.includes(provider)) return true;
    for (const [resourceClass, amount] of slots[index]?.resources ?? []) {
      const others = takenFrom(index, provider, resourceClass);
      if (others > 0 && !hasRoomForSum(provider, resourceClass, others + amount)) return false;
    }
    return true;
  }

  function takenFrom(before: number, provider: Provider, resourceClass: ClassName): number {
    let sum = 0;
    for (let index = 0; index < before; index++) {
      if (chosen[index] !== provider) continue;
      for (const [name, amount] of slots[index]?.resources ?? []) if (name === resourceClass) sum += amount;
    }
    return sum;
  }

  function holdsUpTo(index: number): boolean {
    if (index === spreadCount - 1 && spread && !coversTraits(chosen, spread.conditions.requiredTraits))
      return false;
    for (const indexes of subtreesComplete[index] ?? []) {
      if (!isInOneSubtree(indexes.map((each) => chosen[each] as Provider))) return false;
    }
    return true;
  }
}

/** C3 for the group without a suffix: the providers it is spread over have the required traits between them. */
function coversTraits(providers: readonly Provider[], required: readonly (readonly string[])[]): boolean {
  for (const anyOf of required) {
    if (!providers.some((provider) => hasAny(provider.traits, anyOf as Parameters<typeof hasAny>[1])))
      return false;
  }
  return true;
}

/** For each slot, the same-subtree rules (as slot indexes) of which it is the last one to be filled. */
function completionOf(sameSubtrees: readonly (readonly string[])[], slots: readonly Slot[]): number[][][] {
  const complete: number[][][] = [];
  for (const suffixes of sameSubtrees) {
    const indexes = slots.flatMap((slot, index) => (suffixes.includes(slot.suffix) ? [index] : []));
    (complete[Math.max(...indexes)] ??= []).push(indexes);
  }
  return complete;
}

function toCandidate(anchor: Provider, slots: readonly Slot[], chosen: readonly Provider[]): Candidate {
  const pieces: Piece[] = [];
  const mappings = new Map<string, Provider[]>();
  slots.forEach((slot, index) => {
    const provider = chosen[index] as Provider;
    for (const [resourceClass, amount] of slot.resources) addPiece(pieces, provider, resourceClass, amount);
    const mapped = mappings.get(slot.suffix);
    if (!mapped) mappings.set(slot.suffix, [provider]);
    else if (!mapped.includes(provider)) mapped.push(provider);
  });
  return { anchor, pieces, mappings };
}

function addPiece(pieces: Piece[], provider: Provider, resourceClass: ClassName, amount: number): void {
  const index = pieces.findIndex(
    (piece) => piece.provider === provider && piece.resourceClass === resourceClass,
  );
  const before = pieces[index]?.amount ?? 0;
  const piece = { provider, resourceClass, amount: before + amount };
  if (index < 0) pieces.push(piece);
  else pieces[index] = piece;
}

/** C12: a client that knows no trees gets no candidate that takes from two providers of one tree. */
function isOnePerTree({ pieces }: Candidate): boolean {
  return pieces.every(({ provider }) =>
    pieces.every((other) => other.provider === provider || other.provider.root !== provider.root),
  );
}

/** Whether the same candidate may turn up at another anchor too: only if everybody in it shares. */
export function mayRecur({ pieces }: Candidate): boolean {
  return pieces.every(({ provider }) => provider.traits.has(sharesViaAggregate));
}
