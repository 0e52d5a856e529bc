import { isAwaited, type ResponseBody } from '@berth/api-kit/response.ts';

/** Takes a whole body, which may be made only while it is taken, keeps nothing of it, and says how long it was. */
export function takeAll(body: ResponseBody | null): number {
  if (body === null) return 0;
  if (typeof body === 'string' || body instanceof Uint8Array) return body.length;
  if (isAwaited(body)) throw new Error('A body that waits for what comes is never whole.');
  let bytes = 0;
  for (const part of body) bytes += part.length;
  return bytes;
}
