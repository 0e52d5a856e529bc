import assert from 'node:assert/strict';
import { type NovaPolicy, startNova } from '@berth/compute/testing/nova-manner/original-nova.ts';
import { Peer } from '../../differential/exchange.ts';
import type { ComparedSide } from './side.ts';

/** The original, with its own hosts and its own Placement. */
export async function startOriginal(policy: NovaPolicy): Promise<ComparedSide> {
  const nova = await startNova({ policy });
  let peer = new Peer(nova.url);
  return {
    base: nova.url,
    send: (request) => peer.send(request),
    settle: async () => {
      const { status, text } = await peer.send({
        method: 'GET',
        path: '/_oracle/settle?timeout=60',
        headers: {},
      });
      assert.equal(status, 200, text);
    },
    reset: async () => {
      const { status, text } = await peer.send({ method: 'POST', path: '/_oracle/reset', headers: {} });
      assert.equal(status, 200, text);
      // It closes all connections.
      peer.close();
      peer = new Peer(nova.url);
    },
    stop: async () => {
      peer.close();
      await nova.stop();
    },
  };
}
