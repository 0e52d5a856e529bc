import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DirectTransport } from '@berth/client/direct-transport.ts';
import { HttpTransport } from '@berth/client/http-transport.ts';
import type { FaultPlan } from '@berth/client/testing/faulty-transport.ts';
import { fixedToken } from '@berth/client/token-source.ts';
import { assertProperty } from '@berth/testing/assert-property.ts';
import { Prng } from '@berth/testing/prng.ts';
import { afterAllCases } from '@berth/testing/random-cases.ts';
import fc from 'fast-check';
import { type OpenedBerth, openedBerth } from '../client/opened-berth.ts';
import { hasOracle, startOracle } from '../differential/oracle.ts';
import { withoutOriginal } from '../host/testing/without-original.ts';
import { cloudOver } from './cloud-over.ts';
import { type EditCounts, editAtRandom } from './edit-at-random.ts';

/** Of one file, one after the other. */
const editsOfCase = 10;

function noCounts(): EditCounts {
  return { edits: 0, refused: 0, stops: 0, kinds: new Map() };
}

function told({ edits, refused, stops, kinds }: EditCounts): string {
  const steps = [...kinds].map(([kind, count]) => `${kind} ${count}`).join(', ');
  return `${edits} edits, ${refused} of them refused, ${stops} stops on the way; ${steps}`;
}

test('after each random edit the cloud has what the plan says, also when it was stopped on the way', async (t) => {
  const counts = noCounts();
  const property = fc.asyncProperty(fc.nat(), async (number) => {
    await using one = await openedBerth();
    await using other = await openedBerth();
    const clouds = [one, other].map(overBerth);
    await editAtRandom({ clouds, hasFlavors: true }, editsOfCase, new Prng(`${number}`), counts);
  });
  await assertProperty(property, 4);
  t.diagnostic(told(counts));
  afterAllCases(() => {
    assert.ok(counts.refused < counts.edits / 2, told(counts));
    assert.ok(counts.stops > counts.edits / 4, told(counts));
    assert.ok(counts.kinds.size >= 10, told(counts));
  });
});

function overBerth({ handle }: OpenedBerth) {
  return (plan: FaultPlan) =>
    cloudOver(
      'http://berth',
      (service, url) =>
        new DirectTransport(handle, { service, prefix: new URL(url).pathname.replace(/\/$/, '') }),
      plan,
    );
}

test('so it is with the original Placement', { skip: withoutOriginal('files of clouds') }, async (t) => {
  assert.ok(hasOracle(), 'CI must have the original: python3-placement and python3-waitress');
  const original = await startOracle(1);
  t.after(() => original.stop());
  const tokens = fixedToken('admin');
  const transport = new HttpTransport({ service: 'placement', url: original.peer.url, tokens });
  t.after(() => transport.close());
  const cloud = (plan: FaultPlan) => cloudOver(original.peer.url, () => transport, plan);
  const counts = noCounts();
  const property = fc.asyncProperty(fc.nat(), async (number) => {
    await original.reset();
    await editAtRandom({ clouds: [cloud], hasFlavors: false }, editsOfCase, new Prng(`${number}`), counts);
  });
  await assertProperty(property, 1);
  t.diagnostic(told(counts));
});
