import { HttpError } from '@berth/api-kit/http-error.ts';

/** So many ports, or addresses, can a server be asked for: what it takes to find, give and keep them grows with their number. */
export const portsMax = 100;

export function checkPortCount(count: number): void {
  if (count > portsMax) throw tooManyPorts();
}

/** How many servers with so many ports each can be made with one request. */
export function serversWithPorts(count: number): number {
  return count === 0 ? Number.POSITIVE_INFINITY : Math.floor(portsAtOnceMax / count);
}

const portsAtOnceMax = 1_000;

export function tooManyPorts(): HttpError {
  return new HttpError(403, 'Maximum number of ports exceeded');
}
