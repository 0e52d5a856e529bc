/** A function, and how much of all working time was spent in it (not in what it calls). */
export interface HotSpot {
  readonly share: number;
  readonly name: string;
  /** 'packages/ledger/src/committer.ts:120', or 'node:sqlite', or nothing for V8 itself. */
  readonly place: string;
}

interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** Where the time of a V8 CPU profile went, most first. Waiting does not count. */
export function hotSpots(profileText: string, root: string): HotSpot[] {
  const { nodes, samples, timeDeltas } = JSON.parse(profileText) as CpuProfile; // As V8 writes it.
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const spots = new Map<string, { name: string; place: string; time: number }>();
  let total = 0;
  for (const [index, id] of samples.entries()) {
    const { functionName, url, lineNumber } = frames.get(id) ?? noFrame;
    if (functionName === '(idle)') continue;
    const name = functionName === '' ? '(anonymous)' : functionName;
    const file = url.replace('file://', '').replace(`${root}/`, '');
    const place = file === '' || file.startsWith('node:') ? file : `${file}:${lineNumber + 1}`;
    const spot = spots.get(`${name} ${place}`) ?? { name, place, time: 0 };
    const time = timeDeltas[index] ?? 0;
    spots.set(`${name} ${place}`, { ...spot, time: spot.time + time });
    total += time;
  }
  return Array.from(spots.values(), ({ name, place, time }) => ({ name, place, share: time / total })).sort(
    (left, right) => right.share - left.share,
  );
}

const noFrame = { functionName: '(unknown)', url: '', lineNumber: -1 };
