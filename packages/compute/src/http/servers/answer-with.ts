import type { Answer } from '@berth/api-kit/endpoint.ts';
import { assert } from '@berth/engine/assert.ts';
import type { ConsumerId } from '@berth/engine/ids.ts';
import type { Compute } from '@berth/compute-engine/compute-state.ts';
import { type ComputeContext, json } from '../endpoint.ts';
import { targetOf } from './find-server.ts';
import { changedServer } from './changed-server.ts';
import { serverViewer } from './server-viewer.ts';

/** A server that a command has just written, as clients are answered who have changed it. */
export function answerWith(
  context: ComputeContext,
  { servers }: Compute,
  id: ConsumerId,
  status: 200 | 202,
  more: Readonly<Record<string, unknown>> = {},
  rest: Omit<Answer, 'status' | 'body'> = {},
): Answer {
  const server = servers.get(id);
  assert(server, 'a server that was written is there');
  const viewer = serverViewer(context, targetOf(context, server));
  return json(status, { server: { ...changedServer(context, viewer, server), ...more } }, rest);
}
