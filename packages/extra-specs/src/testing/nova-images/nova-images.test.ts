import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runsOf, seed } from '@berth/testing/random-cases.ts';
import { hasNova } from '../nova/real-nova.ts';
import { compareImages } from './compare-images.ts';
import { exampleCase } from './example-case.ts';
import { allExplanations } from './explained-image-differences.ts';
import { generatedServerCases } from './generated-server-cases.ts';

test('flavors with images are accepted and refused as by the installed Nova', async (context) => {
  if (!hasNova(context)) return;
  const runs = runsOf(3000);
  const { agreed, answers, explained, unexplained } = await compareImages(generatedServerCases(runs, seed()));
  const reasons = [...explained].map(([id, times]) => `${id}: ${times}`).join(', ');
  context.diagnostic(`${agreed} of ${runs} cases agree in every respect, the others but for: ${reasons}`);
  assert.deepEqual(
    unexplained.slice(0, 3),
    [],
    `${unexplained.length} of ${runs} cases differ (seed ${seed()})`,
  );
  assert.ok((answers.get('accepted') ?? 0) > runs / 5, 'many are accepted');
  assert.ok(answers.size > 45, `there were only ${answers.size} kinds of answers`);
});

test('every difference from the installed Nova that is explained is there', async (context) => {
  if (!hasNova(context)) return;
  const comparison = await compareImages(allExplanations.map(({ example }) => exampleCase(example)));
  assert.deepEqual(comparison.unexplained, []);
  assert.deepEqual(
    [...comparison.explained.keys()],
    allExplanations.map(({ id }) => id),
  );
});
