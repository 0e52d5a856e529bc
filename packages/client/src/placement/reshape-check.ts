import { ask } from '../ask.ts';
import { listOf, members, text } from '../shape.ts';
import type { Transport } from '../transport.ts';

/** One of the reasons why a reshape would be refused. */
export interface ReshapeProblem {
  /** Such as 'capacity_exceeded'; docs/provider-trees.md has them all. */
  readonly kind: string;
  readonly detail: string;
  /** The uuids of those that it is about. */
  readonly providers: readonly string[];
}

/**
 * Every reason for which `POST /reshaper` would refuse this body at this version, where it tells only the first itself; none where it would
 * be done. Changes nothing. A call of Berth's own: others answer 404.
 */
export async function checkReshape(
  transport: Transport,
  { body, version = '1.30' }: { readonly body?: unknown; readonly version?: string | undefined },
): Promise<readonly ReshapeProblem[]> {
  const path = '/berth/v1/reshaper/check';
  return (await ask(transport, { method: 'POST', path, version, body }, check)).problems;
}

const check = members({ problems: listOf(members({ kind: text, detail: text, providers: listOf(text) })) });
