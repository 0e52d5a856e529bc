import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { DirectTransport } from '@berth/client/direct-transport.ts';
import { HttpTransport } from '@berth/client/http-transport.ts';
import { RecordingTransport } from '@berth/client/recording-transport.ts';
import { fixedToken } from '@berth/client/token-source.ts';
import { transportContract } from '@berth/client/transport.contract.ts';
import type { Server } from '../differential/server.ts';
import { hasOracle, startOracle } from '../differential/oracle.ts';
import { type OpenedBerth, openedBerth } from './opened-berth.ts';

const service = 'placement';

describe('with Berth in this process', () => {
  let berth: OpenedBerth;
  before(async () => (berth = await openedBerth()));
  after(() => berth[Symbol.asyncDispose]());

  transportContract('its handler', () => new DirectTransport(berth.handle, { service }));
  transportContract(
    'HTTP',
    () => new HttpTransport({ service, url: berth.url, tokens: fixedToken('admin') }),
  );
  transportContract('one that records', () => {
    return new RecordingTransport(new DirectTransport(berth.handle, { service }));
  });
});

const reason =
  hasOracle() || process.env['CI'] === 'true'
    ? null
    : "the original Placement is not installed (Debian's python3-placement and python3-waitress)";
if (reason !== null) process.stderr.write(`\nSKIPPED: transports to the original Placement: ${reason}\n`);

describe('with the original Placement', { skip: reason ?? false }, () => {
  let original: Server;
  before(async () => {
    assert.ok(hasOracle(), 'CI must have the original: python3-placement and python3-waitress');
    original = await startOracle(1, '/placement');
  });
  after(() => original?.stop());

  transportContract('HTTP', () => {
    const url = `${original.peer.url}/placement/`;
    return new HttpTransport({ service, url, tokens: fixedToken('admin') });
  });
});
