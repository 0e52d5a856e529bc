/** Things that come one by one, so many at a time. They are asked for when their run is. */
export function* inRuns<Thing>(
  things: Iterable<Thing>,
  lengthMax: number,
): Generator<readonly Thing[], void, void> {
  let run: Thing[] = [];
  for (const thing of things) {
    if (run.push(thing) < lengthMax) continue;
    yield run;
    run = [];
  }
  if (run.length > 0) yield run;
}
