import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBerth } from '../malformed/berth-process.ts';
import { Peer, type Request } from './exchange.ts';
import { hasOracle, startOracle } from './oracle.ts';

const isHere = hasOracle() || process.env['CI'] === 'true';
const prefix = '/placement';
const uuid = '4e0c2f0e-6d0e-4d8f-9d9c-0d7f3c8f6a11';
const headers = {
  'x-auth-token': 'admin',
  'openstack-api-version': 'placement 1.39',
  'content-type': 'application/json',
  // Links and locations are about this host.
  host: 'controller.example',
};

const requests: readonly Request[] = [
  { method: 'GET', path: prefix, headers },
  { method: 'GET', path: `${prefix}/`, headers },
  {
    method: 'POST',
    path: `${prefix}/resource_providers`,
    headers,
    body: JSON.stringify({ name: 'cn1', uuid }),
  },
  { method: 'GET', path: `${prefix}/resource_providers`, headers },
  { method: 'GET', path: `${prefix}/resource_providers?name=cn1`, headers },
  { method: 'GET', path: `${prefix}/resource_providers/${uuid}`, headers },
  { method: 'PUT', path: `${prefix}/traits/CUSTOM_A`, headers },
  {
    method: 'POST',
    path: `${prefix}/resource_classes`,
    headers,
    body: JSON.stringify({ name: 'CUSTOM_B' }),
  },
  { method: 'PUT', path: `${prefix}/resource_classes/CUSTOM_C`, headers },
  { method: 'GET', path: `${prefix}/resource_classes/CUSTOM_C`, headers },
  { method: 'GET', path: `${prefix}/nothing`, headers },
  { method: 'GET', path: '/elsewhere', headers },
];

test('below a path, links and locations are those of the original under a WSGI script name', {
  skip: isHere ? false : 'the original is not installed',
}, async () => {
  const oracle = await startOracle(1, prefix);
  try {
    const berth = await startBerth({ ledger: ':memory:', args: ['--path-prefix', prefix] });
    const peer = new Peer(berth.url);
    try {
      for (const request of requests) {
        const [ours, theirs] = [await peer.send(request), await oracle.peer.send(request)];
        const shown = ({ status, headers, text }: typeof ours) => ({
          status,
          location: headers['location'],
          paths: text.match(/"href": ?"[^"]*"/g)?.map((link) => link.replace(' ', '')),
        });
        assert.deepEqual(shown(ours), shown(theirs), `${request.method} ${request.path}`);
      }
    } finally {
      peer.close();
      await berth.stop();
    }
  } finally {
    await oracle.stop();
  }
});
