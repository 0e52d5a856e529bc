import fc from 'fast-check';
import { given } from '/work/main/packages/engine/src/testing/given.ts';
import { parseQuery } from '/work/main/packages/engine/src/testing/parse-query.ts';
import { arbitraryWorld } from '/work/main/packages/engine/src/testing/arbitrary-world.ts';
import { arbitraryQuery } from '/work/main/packages/engine/src/testing/arbitrary-query.ts';
import { referenceSearch } from '/work/main/packages/engine/src/testing/reference-search.ts';
import { shownInOrder } from '/work/main/packages/engine/src/testing/candidates.ts';
for (const w of fc.sample(arbitraryWorld(), {numRuns: 3, seed: 3})) console.log(w);
for (const w of fc.sample(arbitraryQuery(), {numRuns: 12, seed: 3})) console.log(w);
const n = Number(process.argv[2] ?? 2000);
const cases = fc.sample(fc.tuple(arbitraryWorld(), arbitraryQuery()), {numRuns: n, seed: Number(process.argv[3] ?? 1)});
const buckets: Record<string, number> = {};
let tRef = 0, tFast = 0, tGiven = 0, differ = 0;
for (const [w, q] of cases) {
  let t = performance.now(); const world = given(w); tGiven += performance.now() - t;
  const r = parseQuery(q);
  t = performance.now(); const ref = referenceSearch(world, r); tRef += performance.now() - t;
  t = performance.now(); const fast = shownInOrder(world, q); tFast += performance.now() - t;
  const c = ref.length; const b = c === 0 ? '0' : c === 1 ? '1' : c < 5 ? '2-4' : c < 20 ? '5-19' : c < 100 ? '20-99' : '100+';
  buckets[b] = (buckets[b] ?? 0) + 1;
  if (ref.some(x => x.anchors.size > 1)) buckets['repeats'] = (buckets['repeats'] ?? 0) + 1;
  if (new Set(ref.flatMap(x => [...x.anchors])).size > 1) buckets['anchors>1'] = (buckets['anchors>1'] ?? 0) + 1;
  if (JSON.stringify(ref.map(x=>x.text).sort()) !== JSON.stringify(fast.map(x=>x.text).sort())) { differ++; if (differ < 3) console.log('DIFF', w, q, ref.map(x=>x.text), fast); }
}
console.log(buckets, {tRef, tFast, tGiven, differ});
