import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readAuthorities } from './read-authorities.ts';
import { authority, key, otherAuthority } from './testing/certificates.ts';

test('a file with certificates is taken as it is; one without, or with a broken one, is refused by name', (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'berth-authorities-'));
  t.after(() => rmSync(directory, { recursive: true }));
  const file = (text: string) => {
    const path = join(directory, 'ca.pem');
    writeFileSync(path, text);
    return path;
  };
  const both = `${authority}${otherAuthority}`;
  assert.equal(readAuthorities(file(both)), both);
  assert.throws(() => readAuthorities(file(key)), /--cluster-ca .*ca\.pem has no certificate/);
  const broken = authority.replace(/\n[A-Za-z]/, '\n!');
  assert.throws(() => readAuthorities(file(broken)), /has a certificate that cannot be read/);
  assert.throws(() => readAuthorities(join(directory, 'nowhere')), /cannot read --cluster-ca .*ENOENT/);
});
