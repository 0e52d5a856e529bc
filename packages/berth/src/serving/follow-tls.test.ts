import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpServer } from '@berth/api-kit/server/http-server.ts';
import type { TlsOptions } from '@berth/api-kit/server/tls-options.ts';
import { oneCertificate, otherCertificate } from '@berth/api-kit/testing/test-certificates.ts';
import { ConfigError } from '../config/config-error.ts';
import { followTls } from './follow-tls.ts';
import type { Log } from '../log/log.ts';
import { readTls, type TlsConfig } from './read-tls.ts';

function files(t: TestContext): TlsConfig & { write(cert: string, key: string): void } {
  const directory = mkdtempSync(join(tmpdir(), 'berth-tls-'));
  t.after(() => rmSync(directory, { recursive: true }));
  const [tlsCertFile, tlsKeyFile] = [join(directory, 'cert.pem'), join(directory, 'key.pem')];
  const write = (cert: string, key: string) => {
    writeFileSync(tlsCertFile, cert);
    writeFileSync(tlsKeyFile, key);
  };
  write(oneCertificate.cert, oneCertificate.key);
  return { tlsCertFile, tlsKeyFile, tlsMinVersion: '1.3', write };
}

function following(config: TlsConfig, everyMs?: number) {
  const used: TlsOptions[] = [];
  const errors: string[] = [];
  const server = { setTls: (tls: TlsOptions) => void used.push(tls) } as unknown as HttpServer;
  const log = {
    info: () => {},
    warn: () => {},
    error: ({ err }: { readonly err: Error }) => void errors.push(err.message),
  } as unknown as Log;
  return { used, errors, follower: followTls(server, config, log, everyMs) };
}

test('certificate and key are read, if they belong together', (t) => {
  const config = files(t);
  assert.deepEqual(readTls(config), {
    cert: Buffer.from(oneCertificate.cert),
    key: Buffer.from(oneCertificate.key),
    minVersion: 'TLSv1.3',
  });
  assert.equal(readTls({ ...config, tlsCertFile: null, tlsKeyFile: null }), null);
});

test('what cannot be used is told with its file', (t) => {
  const config = files(t);
  const complaint = (changed: TlsConfig) => {
    try {
      readTls(changed);
    } catch (error) {
      assert.ok(error instanceof ConfigError);
      return error.problems.join();
    }
    return '';
  };
  assert.match(
    complaint({ ...config, tlsKeyFile: '/nowhere/key.pem' }),
    /key in \/nowhere\/key\.pem.*ENOENT/,
  );
  assert.match(complaint({ ...config, tlsCertFile: config.tlsKeyFile }), /certificate in .*key\.pem/);
  assert.match(complaint({ ...config, tlsKeyFile: config.tlsCertFile }), /key in .*cert\.pem/);
  config.write(otherCertificate.cert, oneCertificate.key);
  assert.match(complaint(config), /key\.pem is not that of the certificate in .*cert\.pem/);
});

test('files that are no good when they are read again leave the server as it is, and whoever asked is told', (t) => {
  const config = files(t);
  const { used, follower } = following(config);
  t.after(() => follower.stop());
  config.write(otherCertificate.cert, oneCertificate.key);
  assert.throws(() => follower.reload(), /is not that of the certificate/);
  assert.equal(used.length, 0);
  config.write(otherCertificate.cert, otherCertificate.key);
  follower.reload();
  assert.equal(used[0]?.cert.toString(), otherCertificate.cert);
});

test('files that change are read again without being told', async (t) => {
  const config = files(t);
  const { used, follower } = following(config, 20);
  t.after(() => follower.stop());
  await sleep(50);
  config.write(otherCertificate.cert, otherCertificate.key);
  while (used.length === 0) await sleep(10);
  assert.equal(used.at(-1)?.cert.toString(), otherCertificate.cert);
});

test('files that change to what is no good are told in the log', async (t) => {
  const config = files(t);
  const { used, errors, follower } = following(config, 20);
  t.after(() => follower.stop());
  await sleep(50);
  config.write(otherCertificate.cert, oneCertificate.key);
  while (errors.length === 0) await sleep(10);
  assert.match(errors.join(), /is not that of the certificate/);
  assert.equal(used.length, 0);
});
