import { type Claims, methods, type Scope } from './claims.ts';

/**
 * Claims as few bytes, since tokens go with every request: ids that are UUIDs take 16 bytes and not 32, so that a token of a project has
 * 180 characters. What is packed comes out again as it was.
 */
export function packClaims(claims: Claims): Buffer {
  const { userId, scope, issuedAt, expiresAt, auditIds, applicationCredentialId } = claims;
  return Buffer.concat([
    Buffer.from([methodBits(claims), scopeKinds.indexOf(scope.kind), auditIds.length]),
    instantBytes(issuedAt),
    instantBytes(expiresAt),
    ...auditIds.map(idBytes),
    idBytes(userId),
    idBytes('id' in scope ? scope.id : ''),
    idBytes(applicationCredentialId ?? ''),
  ]);
}

/** To be asked about bytes that were made here: who has no key cannot make any. */
export function unpackClaims(bytes: Buffer): Claims {
  const reader = new Reader(bytes);
  const bits = reader.byte();
  const kind = scopeKinds[reader.byte()] ?? 'unscoped';
  const auditCount = reader.byte();
  const issuedAt = reader.instant();
  const expiresAt = reader.instant();
  const auditIds = Array.from({ length: auditCount }, () => reader.id());
  const userId = reader.id();
  const scopeId = reader.id();
  return {
    userId,
    methods: methodsIn(bits),
    scope: kind === 'project' || kind === 'domain' ? { kind, id: scopeId } : { kind },
    issuedAt,
    expiresAt,
    auditIds,
    applicationCredentialId: reader.id() || null,
  };
}

/** What is stored in tokens: the order stays as it is. */
const scopeKinds = ['unscoped', 'project', 'domain', 'system'] as const satisfies readonly Scope['kind'][];

/** A token that was made with another one says so first. */
function methodBits({ methods: used }: Claims): number {
  return used.reduce((bits, method) => bits | (1 << methods.indexOf(method)), 0);
}

function methodsIn(bits: number): Claims['methods'] {
  const used = methods.filter((_, index) => bits & (1 << index));
  return used.toSorted((one, other) => Number(other === 'token') - Number(one === 'token'));
}

/** Six bytes are enough for eight thousand years. */
function instantBytes(instant: number): Buffer {
  const bytes = Buffer.alloc(6);
  bytes.writeUIntBE(instant, 0, 6);
  return bytes;
}

const isHex = /^[0-9a-f]{32}$/;
const isAuditId = /^[\w-]{22}$/;

/** What it is comes first: 32 digits, 22 letters of base64url, or so many bytes of text. */
function idBytes(id: string): Buffer {
  if (isHex.test(id)) return Buffer.from(`80${id}`, 'hex');
  if (isAuditId.test(id)) {
    const bytes = Buffer.from(id, 'base64url');
    if (bytes.toString('base64url') === id) return Buffer.concat([Buffer.from([0x81]), bytes]);
  }
  const text = Buffer.from(id);
  if (text.length > 0x7f) throw new RangeError('an id in a token has 127 bytes at most');
  return Buffer.concat([Buffer.from([text.length]), text]);
}

class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  byte(): number {
    return this.#bytes.readUInt8(this.#at++);
  }

  instant(): number {
    this.#at += 6;
    return this.#bytes.readUIntBE(this.#at - 6, 6);
  }

  id(): string {
    const what = this.byte();
    const length = what >= 0x80 ? 16 : what;
    const bytes = this.#bytes.subarray(this.#at, this.#at + length);
    this.#at += length;
    if (what === 0x80) return bytes.toString('hex');
    return bytes.toString(what === 0x81 ? 'base64url' : 'utf8');
  }
}
