import { HttpError } from '@berth/api-kit/http-error.ts';
import {
  ComputeRefusal,
  type ComputeRefusalKind,
  type ComputeRefusalReason,
} from '@berth/compute-engine/refusals.ts';

type ReasonOf<Kind extends ComputeRefusalKind> = Extract<ComputeRefusalReason, { kind: Kind }>;

/** How a refusal is shown. A kind without a line does not compile. */
const table: {
  readonly [Kind in ComputeRefusalKind]: {
    readonly status: number;
    readonly sentence: (reason: ReasonOf<Kind>) => string;
  };
} = {
  'flavor-not-found': { status: 404, sentence: ({ id }) => `Flavor ${id} could not be found.` },
  'flavor-id-exists': { status: 409, sentence: ({ id }) => `Flavor with ID ${id} already exists.` },
  'flavor-name-exists': { status: 409, sentence: ({ name }) => `Flavor with name ${name} already exists.` },
  'flavor-is-public': { status: 409, sentence: () => 'Can not add access to a public flavor.' },
  'flavor-access-exists': {
    status: 409,
    sentence: ({ id, projectId }) =>
      `Flavor access already exists for flavor ${id} and project ${projectId} combination.`,
  },
  'flavor-access-not-found': {
    status: 404,
    sentence: ({ id, projectId }) => `Flavor access not found for ${id} / ${projectId} combination.`,
  },
  'extra-spec-not-found': {
    status: 404,
    sentence: ({ id, key }) => `Flavor ${id} has no extra specs with key ${key}.`,
  },
};

export function toHttpError(thrown: unknown): HttpError | null {
  if (!(thrown instanceof ComputeRefusal)) return null;
  const { status, sentence } = table[thrown.reason.kind];
  // The table's line takes the reasons of its own kind, and the kind is the reason's.
  return new HttpError(status, (sentence as (reason: ComputeRefusalReason) => string)(thrown.reason));
}
