import { badRequest } from '@berth/api-kit/http-error.ts';
import type { CreateBody } from './create-body.ts';

/** How many servers are asked for: what is not said is one, or as many as at least. */
export function askedCount({ min_count, max_count }: CreateBody['server']): {
  readonly least: number;
  readonly most: number;
} {
  const least = Number(min_count ?? 1);
  const most = Number(max_count ?? least);
  if (least > most) throw badRequest('min_count must be <= max_count');
  return { least, most };
}
