/** Reads what SSH has written into bytes (RFC 4251): whatever is not there is empty, and then the end is never reached. */
export class SshReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Whether everything was read, and nothing was missing. */
  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  bytes(): Buffer {
    const start = this.#at + 4;
    const length = start <= this.#bytes.length ? this.#bytes.readUInt32BE(this.#at) : 0;
    this.#at = start + length;
    return this.#bytes.subarray(start, this.#at);
  }

  text(): string {
    return this.bytes().toString('latin1');
  }

  /** A negative one is none that a key has, and counts as 0. */
  integer(): bigint {
    const bytes = this.bytes();
    return bytes.length === 0 || (bytes[0] as number) > 0x7f ? 0n : BigInt(`0x${bytes.toString('hex')}`);
  }

  skip(count: number): void {
    this.#at += count;
  }
}
