import {
  type Candidate,
  mappingsOf,
  type Piece,
  piecesOf,
  type Slot,
} from '@berth/engine/candidates/candidate.ts';
import { versions } from '../versions.ts';

/** A candidate as clients see it, in the form of each version. */
export type ViewCandidate = (slots: readonly Slot[], candidate: Candidate) => object;

export const candidateViews = versions.ladder<ViewCandidate>(
  [
    '1.10',
    (slots, candidate) => ({
      allocations: Array.from(byProvider(slots, candidate), ([id, { resources }]) => ({
        resource_provider: { uuid: id },
        resources,
      })),
    }),
  ],
  ['1.12', (slots, candidate) => ({ allocations: Object.fromEntries(byProvider(slots, candidate)) })],
  [
    '1.34',
    (slots, candidate) => ({
      allocations: Object.fromEntries(byProvider(slots, candidate)),
      mappings: Object.fromEntries(
        Array.from(mappingsOf(slots, candidate), ([suffix, providers]) => [
          suffix,
          providers.map(({ id }) => id),
        ]),
      ),
    }),
  ],
);

function byProvider(
  slots: readonly Slot[],
  candidate: Candidate,
): Map<string, { readonly resources: Record<string, number> }> {
  const pieces = Map.groupBy(piecesOf(slots, candidate), ({ provider }) => provider.id);
  return new Map(Array.from(pieces, ([id, taken]) => [id, { resources: amountsOf(taken) }]));
}

function amountsOf(pieces: readonly Piece[]): Record<string, number> {
  return Object.fromEntries(pieces.map(({ resourceClass, amount }) => [resourceClass, amount]));
}
