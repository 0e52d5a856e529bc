import { isDeepStrictEqual } from 'node:util';
import type { Answered, Asked } from './asked.ts';

/** A difference that is meant to be, with the reason; docs/identity.md tells it too. */
interface Explanation {
  readonly why: string;
  readonly holds: (request: Asked, original: Answered, ours: Answered) => boolean;
}

const messageOf = ({ body }: Answered): string =>
  (body as { error?: { message?: string } } | null)?.error?.message ?? '';

/** There is nothing there, whoever asks. */
const isNoPath = ({ status, body }: Answered): boolean => status === 404 && body === null;

/** Names of the roles of a token for the system. */
function systemRolesIn({ body }: Answered): readonly string[] {
  const { token } = (body ?? {}) as {
    readonly token?: { readonly system?: unknown; readonly roles?: readonly { readonly name: string }[] };
  };
  return token?.system === undefined ? [] : (token.roles ?? []).map(({ name }) => name).toSorted();
}

export const explanations: readonly Explanation[] = [
  {
    why: 'Where the original fails with 500, or says that something is unexpected, ours says what is wrong.',
    holds: (_request, original, ours) => original.status >= 500 && ours.status < 500,
  },
  {
    why: 'A token of a project, domain or user that is disabled, or of a credential that is gone, is no token (401): clients log in again. The original says 404 to whatever is asked.',
    holds: ({ token, path }, original, ours) =>
      token !== undefined &&
      original.status === 404 &&
      // A bad token is nobody's to us, and is not looked at where nobody needs one.
      (ours.status === 401 ||
        ours.status === 405 ||
        isNoPath(ours) ||
        /^\/(v3\/?)?$|^\/v3\/auth\/tokens/.test(path)),
  },
  {
    why: 'Who may not do something is told so (403), and not first whether what it would be done to is there (404).',
    holds: (_request, original, ours) => original.status === 404 && ours.status === 403,
  },
  {
    why: 'Of several things that are not there, another one may be named.',
    holds: (_request, original, ours) =>
      original.status === 404 &&
      ours.status === 404 &&
      [original, ours].every((each) => messageOf(each).startsWith('Could not find ')),
  },
  {
    why: 'Why a token is good no longer is not told.',
    holds: ({ path }, original, ours) =>
      path.startsWith('/v3/auth/tokens') && original.status === 404 && ours.status === 404,
  },
  {
    why: 'A password is changed with a token: strangers write nothing.',
    holds: ({ path }, _original, ours) => path.endsWith('/password') && ours.status === 401,
  },
  {
    why: 'A role in the system that is given, and implied by another one, is in a token once.',
    holds: (_request, original, ours) => {
      const [theirs, own] = [systemRolesIn(original), systemRolesIn(ours)];
      return theirs.length > own.length && isDeepStrictEqual([...new Set(theirs)], own);
    },
  },
  {
    why: 'A role that a user has is not taken away below groups, by the id of the user; nor the other way round.',
    holds: ({ method, path }, original, ours) =>
      method === 'DELETE' &&
      /\/(users|groups)\/[^/]+\/roles\//.test(path) &&
      original.status === 204 &&
      ours.status === 404,
  },
  {
    why: 'An application credential is for a project: with a token of none, the original makes one that nobody can log in with.',
    holds: ({ path }, original, ours) =>
      path.endsWith('/application_credentials') &&
      ours.status === 400 &&
      // Where some role is given by the system, and not implied, it finds that it is none of a project.
      (original.status === 201 ||
        (original.status === 400 && messageOf(original).includes('Could not find role assignment'))),
  },
  {
    why: 'Who has no good token is told so (401) before it is looked what the body is (400).',
    holds: (_request, original, ours) => original.status === 400 && ours.status === 401,
  },
  {
    why: 'An application credential is seen below its own user only, and by who may see those of that user.',
    holds: ({ path }, original, ours) =>
      path.includes('application_credentials/') &&
      (original.status < 300 || original.status === 403) &&
      (ours.status === 404 || ours.status === 403),
  },
  {
    why: 'What is malformed about logging in is told (400) before it is looked whether there is such a place (401).',
    holds: ({ path }, original, ours) =>
      path.startsWith('/v3/auth/tokens') && original.status === 401 && ours.status === 400,
  },
  {
    why: 'That a token is none is told (404) before it is looked whether there is such a place (401).',
    holds: ({ path, method }, original, ours) =>
      method === 'POST' &&
      path.startsWith('/v3/auth/tokens') &&
      original.status === 401 &&
      ours.status === 404,
  },
  {
    why: 'Whose application credential it is, by name, is not told to strangers: who is nobody gets the 401 that a wrong secret gets, not 404.',
    holds: ({ path }, original, ours) =>
      path.startsWith('/v3/auth/tokens') && original.status === 404 && ours.status === 401,
  },
];

export function explanationOf(request: Asked, original: Answered, ours: Answered): string | null {
  return explanations.find(({ holds }) => holds(request, original, ours))?.why ?? null;
}
