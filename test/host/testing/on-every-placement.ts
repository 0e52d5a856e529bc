import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { DirectTransport } from '@berth/client/direct-transport.ts';
import { HttpTransport } from '@berth/client/http-transport.ts';
import { fixedToken } from '@berth/client/token-source.ts';
import type { Transport } from '@berth/client/transport.ts';
import { type OpenedBerth, openedBerth } from '../../client/opened-berth.ts';
import { hasOracle, startOracle } from '../../differential/oracle.ts';
import type { Server } from '../../differential/server.ts';
import { withoutOriginal } from './without-original.ts';

const service = 'placement';
const tokens = fixedToken('admin');

/** What holds on Berth, over each way to it, and on the original Placement where it is installed. */
export function onEveryPlacement(contract: (name: string, open: () => Transport) => void): void {
  describe('with Berth', () => {
    let berth: OpenedBerth;
    before(async () => (berth = await openedBerth()));
    after(() => berth[Symbol.asyncDispose]());

    contract('a service in this process', () => new DirectTransport(berth.handle, { service }));
    contract('Berth over HTTP', () => new HttpTransport({ service, url: berth.url, tokens }));
  });

  describe('with the original Placement', { skip: withoutOriginal() }, () => {
    let original: Server;
    before(async () => {
      assert.ok(hasOracle(), 'CI must have the original: python3-placement and python3-waitress');
      original = await startOracle(1);
    });
    after(() => original?.stop());

    contract('HTTP', () => new HttpTransport({ service, url: original.peer.url, tokens }));
  });
}
