import { badRequest } from '@berth/api-kit/http-error.ts';
import { RemarkedError } from '../dialect/remarked-error.ts';

/** From where up to where; the last byte belongs to it. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** The part of a content that a client asks for; null: all of it. */
export function byteRange(
  { range, 'content-range': contentRange }: Readonly<Record<string, string | undefined>>,
  sizeBytes: number,
): ByteRange | null {
  if (range !== undefined) return askedRange(range, sizeBytes);
  // No request should say it so, but clients have been known to.
  return contentRange === undefined ? null : askedContentRange(contentRange, sizeBytes);
}

function askedRange(text: string, sizeBytes: number): ByteRange {
  if (text.includes(','))
    throw badRequest(
      'Requests with multiple ranges are not supported in Glance. You may make multiple single-range requests instead.',
    );
  const parts = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(text);
  const [, from = '', to = ''] = parts ?? [];
  if (parts === null || (from === '' && to === '')) throw unsatisfiable('Invalid Range header.');
  const end = sizeBytes - 1;
  if (from === '') {
    // So many at the end; all of it, where it has not that many.
    const count = Number(to) === 0 ? sizeBytes : Number(to);
    if (sizeBytes === 0) throw startsBehind('Range', sizeBytes);
    return { first: Math.max(0, sizeBytes - count), last: end };
  }
  const first = Number(from);
  if (to !== '' && Number(to) < first) throw unsatisfiable('Invalid Range header.');
  if (first >= sizeBytes) throw startsBehind('Range', sizeBytes);
  return { first, last: to === '' ? end : Math.min(Number(to), end) };
}

function askedContentRange(text: string, sizeBytes: number): ByteRange {
  const parts = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(text);
  const [, from, to] = parts ?? [];
  const [first, last] = [Number(from), Number(to)];
  if (parts === null || last < first) throw unsatisfiable('Invalid Content-Range header.');
  if (last >= sizeBytes)
    throw unsatisfiable(
      `Invalid stop position in Content-Range header. The stop position MUST be in the inclusive range [0, ${sizeBytes - 1}].`,
    );
  return { first, last };
}

function startsBehind(header: string, sizeBytes: number): RemarkedError {
  return unsatisfiable(
    `Invalid start position in ${header} header. Start position MUST be in the inclusive range [0, ${sizeBytes - 1}].`,
  );
}

function unsatisfiable(remark: string): RemarkedError {
  return new RemarkedError(416, remark);
}
