import { createHash } from 'node:crypto';

/**
 * The uuid of a provider below a root: always the same for the same root and name (version 5 of RFC 9562, with the root's uuid as the
 * namespace). So a host that is stopped between making a provider and noting it makes no second one, and a driver knows its own
 * children from those of others without keeping a list.
 */
export function childUuid(rootUuid: string, name: string): string {
  const namespace = Buffer.from(rootUuid.replaceAll('-', ''), 'hex');
  const hash = createHash('sha1').update(namespace).update(name).digest();
  hash[6] = ((hash[6] as number) & 0x0f) | 0x50;
  hash[8] = ((hash[8] as number) & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}
