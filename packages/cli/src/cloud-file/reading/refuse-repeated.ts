import { quote } from '@berth/client/quote.ts';
import type { YamlReport } from '@berth/client/yaml/yaml-report.ts';
import type { Placed } from '../cloud-file.ts';

/** No two things of a kind may be called the same, by any of the keys they are known by. */
export function refuseRepeated<Thing extends Placed>(
  things: readonly Thing[],
  noun: string,
  keysOf: (thing: Thing) => Readonly<Record<string, string | undefined>>,
  report: YamlReport,
): void {
  const first = new Map<string, Thing>();
  for (const thing of things) {
    for (const [kind, key] of Object.entries(keysOf(thing))) {
      if (key === undefined) continue;
      const earlier = first.get(`${kind} ${key}`);
      if (earlier === undefined) first.set(`${kind} ${key}`, thing);
      else
        report.errorAt(
          thing.place,
          `a ${noun} with the ${kind} ${quote(key)} is given twice; the first is at ${earlier.place}`,
        );
    }
  }
}
