import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { DirectTransport } from '@berth/client/direct-transport.ts';
import { HttpTransport } from '@berth/client/http-transport.ts';
import { fixedToken } from '@berth/client/token-source.ts';
import { type OpenedBerth, openedBerth } from '../client/opened-berth.ts';
import { hasOracle, startOracle } from '../differential/oracle.ts';
import type { Server } from '../differential/server.ts';
import { resourceTrackerContract } from './resource-tracker.contract.ts';
import { withoutOriginal } from './testing/without-original.ts';

const service = 'placement';
const tokens = fixedToken('admin');

describe('with Berth', () => {
  let berth: OpenedBerth;
  before(async () => (berth = await openedBerth()));
  after(() => berth[Symbol.asyncDispose]());

  resourceTrackerContract('a service in this process', () => new DirectTransport(berth.handle, { service }));
  resourceTrackerContract('Berth over HTTP', () => new HttpTransport({ service, url: berth.url, tokens }));
});

describe('with the original Placement', { skip: withoutOriginal() }, () => {
  let original: Server;
  before(async () => {
    assert.ok(hasOracle(), 'CI must have the original: python3-placement and python3-waitress');
    original = await startOracle(1);
  });
  after(() => original?.stop());

  resourceTrackerContract('HTTP', () => new HttpTransport({ service, url: original.peer.url, tokens }));
});
