/**
 * Where the head of a request ends, which is behind its first empty line: the index of the byte after it, or -1 if it
 * is not in `chunk` from `from` on. `before` is what came last of the same head in earlier chunks: the empty line may
 * have begun there.
 */
export function headEnd(before: Buffer, chunk: Buffer, from: number): number {
  for (let share = Math.min(before.length, 3); share > 0; share--) {
    const rest = emptyLine.subarray(share);
    if (
      before.subarray(before.length - share).equals(emptyLine.subarray(0, share)) &&
      chunk.subarray(from, from + rest.length).equals(rest)
    )
      return from + rest.length;
  }
  const at = chunk.indexOf(emptyLine, from);
  return at < 0 ? -1 : at + emptyLine.length;
}

/** As much of a head as `headEnd` needs to see when the next chunk comes. */
export function lastOfHead(before: Buffer, chunk: Buffer, from: number): Buffer {
  const length = chunk.length - from;
  const last = length >= 3 ? chunk.subarray(chunk.length - 3) : Buffer.concat([before, chunk.subarray(from)]);
  // A copy: a view would keep all of the chunk.
  return Buffer.from(last.subarray(-3));
}

const emptyLine = Buffer.from('\r\n\r\n');
