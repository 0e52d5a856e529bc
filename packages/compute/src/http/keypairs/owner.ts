import { badRequest } from '@berth/api-kit/http-error.ts';
import type { PolicyTarget } from '@berth/api-kit/policy.ts';
import type { ComputeContext } from '../endpoint.ts';

/** Whose key pairs are meant. */
export interface Owner {
  readonly userId: string;
}

/** The user that was named, of several the first; else the caller. What the rules are asked about is the user alone. */
export function ownerNamed(named: string | undefined, { caller }: ComputeContext): Owner {
  const userId = named || caller.userId;
  if (userId === null) throw badRequest('A key pair belongs to a user, and the token is of none.');
  if (userId.length > longestId) throw badRequest(`The user id is longer than ${longestId} characters.`);
  return { userId };
}

export function targetOf(_asked: unknown, { userId }: Owner): PolicyTarget {
  return { user_id: userId };
}

const longestId = 255;
