import type { Read } from '../compute/reads.ts';
import { begin } from '../compute/server-changes.ts';

/** What is read of so many migrations, a second apart. */
export function migrationReads(
  migrations: number,
  { path, first } = { path: '/compute/v2.1/os-migrations', first: begin },
): readonly Read[] {
  const at = (number: number) => encodeURIComponent(new Date(first + number * 1_000 + 30_000).toISOString());
  const middle = Math.floor(migrations / 2);
  return [
    { name: 'os-migrations, page of 1,000', path: `${path}?changes-before=${at(migrations)}` },
    {
      name: 'os-migrations, window of 100',
      path: `${path}?changes-since=${at(middle)}&changes-before=${at(middle + 99)}`,
    },
  ];
}
