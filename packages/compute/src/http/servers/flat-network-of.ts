import { createHash } from 'node:crypto';
import { type FlatNetwork, toNumber } from '@berth/compute-engine/network/flat-network.ts';

/** The network of a name and a range, such as 10.0.0.0/12: servers get all addresses but the first two and the last, which mean something else. */
export function flatNetwork(name: string, range: string): FlatNetwork {
  const [text = '', bits = ''] = range.split('/');
  const address = toNumber(text);
  const length = Number(bits);
  if (address === null || !/^\d+$/.test(bits) || length < 8 || length > 29) {
    throw new Error(`${range} is no range of addresses, such as 10.0.0.0/12.`);
  }
  const size = 2 ** (32 - length);
  const start = Math.floor(address / size) * size;
  return { id: idOf(name), name, first: start + 2, last: start + size - 2 };
}

/** A uuid that stays the same as long as the name does. */
function idOf(name: string): string {
  const digits = createHash('sha256').update(`network ${name}`).digest('hex');
  const [one, two, three, four, five] = [
    digits.slice(0, 8),
    digits.slice(8, 12),
    digits.slice(13, 16),
    digits.slice(17, 20),
    digits.slice(20, 32),
  ];
  return `${one}-${two}-4${three}-8${four}-${five}`;
}
