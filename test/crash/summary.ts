import type { CrashResult } from './crash-test.ts';

/** The run in one line, and before it what was wrong. */
export function summary({ kills, counts, wrong }: CrashResult, seed: string): string {
  const { acknowledged, refused, happened, didNotHappen, byName } = counts;
  const names = [...byName].sort(([one], [other]) => (one < other ? -1 : 1));
  const done = names.map(([name, count]) => `${count} ${name}`).join(', ');
  const finding = wrong === null ? '' : `WRONG after kill ${kills}: ${wrong}\n`;
  return (
    finding +
    `seed ${seed}: ${kills} kills, ${acknowledged} writes acknowledged (${done}), ${refused} refused, ` +
    `${happened + didNotHappen} in flight of which ${happened} happened: ${wrong === null ? 'nothing lost' : 'WRONG'}`
  );
}
