import { randomInt } from 'node:crypto';

/** Characters that nobody takes for others, one group for each kind. */
const groups = ['23456789', 'ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnopqrstuvwxyz'];
const length = 12;

/** A password for who administers a server: told once, and kept nowhere. It has something of every kind. */
export function newPassword(): string {
  const all = groups.join('');
  const drawn = [...groups, ...Array.from({ length: length - groups.length }, () => all)].map(
    (from) => from[randomInt(from.length)] as string, // An index of it.
  );
  for (let index = drawn.length - 1; index > 0; index--) {
    const other = randomInt(index + 1);
    [drawn[index], drawn[other]] = [drawn[other] as string, drawn[index] as string];
  }
  return drawn.join('');
}
