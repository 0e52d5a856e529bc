import assert from 'node:assert/strict';
import type { Cloud } from '@berth/cli/asking/cloud.ts';
import { applyPlan } from '@berth/cli/cloud-file/applying/apply-plan.ts';
import { StepRunner } from '@berth/cli/cloud-file/applying/step-runner.ts';
import { planFor } from '@berth/cli/cloud-file/plan-for.ts';
import type { PlanOptions } from '@berth/cli/cloud-file/planning/plan.ts';
import type { Step } from '@berth/cli/cloud-file/step.ts';
import { stateAfter } from '@berth/cli/cloud-file/testing/state-after.ts';
import { statePicture } from '@berth/cli/cloud-file/testing/state-picture.ts';
import { CommandFailure } from '@berth/cli/command/command-failure.ts';
import type { Fault, FaultPlan } from '@berth/client/testing/faulty-transport.ts';
import type { Prng } from '@berth/testing/prng.ts';
import { noFault } from './cloud-over.ts';
import { edited, type FileDraft, firstDraft, rendered } from './random-file.ts';
import { wholeState } from './whole-state.ts';

export interface EditedClouds {
  /** Clouds that are empty at first. Applies to the first one are not disturbed, where there are several. */
  readonly clouds: readonly ((plan: FaultPlan) => Cloud)[];
  readonly hasFlavors: boolean;
}

/** What has happened, to see that something has. */
export interface EditCounts {
  edits: number;
  refused: number;
  stops: number;
  readonly kinds: Map<Step['kind'], number>;
}

/**
 * Edits a file, so many times, and applies it each time: the clouds have then what the plan has said, also where there was a stop on the way, and there is
 * nothing left to do. What is refused has changed nothing.
 */
export async function editAtRandom(
  { clouds, hasFlavors }: EditedClouds,
  edits: number,
  prng: Prng,
  counts: EditCounts,
): Promise<void> {
  let draft: FileDraft = firstDraft;
  for (let edit = 0; edit < edits; edit += 1) {
    let next = draft;
    for (let left = prng.between(1, 4); left > 0; left -= 1) next = edited(next, prng, hasFlavors);
    const text = rendered(next, prng, hasFlavors);
    const options: PlanOptions = {
      prunes: [
        ...(prng.chance(0.5) ? (['providers'] as const) : []),
        ...(hasFlavors && prng.chance(0.3) ? (['flavors'] as const) : []),
      ],
      replacesFlavors: prng.chance(0.7),
    };
    counts.edits += 1;
    let isRefused = false;
    for (const [index, open] of clouds.entries()) {
      const isDisturbed = clouds.length === 1 ? prng.chance(0.5) : index > 0;
      const before = await wholeState(open(noFault), hasFlavors);
      const planned = await planOrRefusal(text, options, open(noFault));
      isRefused = planned === null;
      if (planned !== null) {
        if (isDisturbed) await stopOnTheWay(text, options, open, planned.length, prng, counts);
        await applied(text, options, open(noFault));
        if (index === 0)
          for (const { kind } of planned) counts.kinds.set(kind, (counts.kinds.get(kind) ?? 0) + 1);
      }
      const expected = (planned ?? []).reduce(stateAfter, before);
      const after = await wholeState(open(noFault), hasFlavors);
      assert.deepEqual(statePicture(after), statePicture(expected), text);
      if (planned !== null) assert.deepEqual(await planOrRefusal(text, options, open(noFault)), [], text);
    }
    if (isRefused) counts.refused += 1;
    else draft = next;
  }
}

/** At a request that changes something, which is carried out or not. */
async function stopOnTheWay(
  text: string,
  options: PlanOptions,
  open: (plan: FaultPlan) => Cloud,
  steps: number,
  prng: Prng,
  counts: EditCounts,
): Promise<void> {
  const stopAt = prng.between(1, steps + 1);
  const fault: Fault = { when: prng.pick(['before', 'after']), what: prng.pick(['no answer', 500, 503]) };
  let writes = 0;
  const plan: FaultPlan = (_number, { method }) => {
    if (method !== 'GET') writes += 1;
    return method !== 'GET' && writes === stopAt ? fault : null;
  };
  try {
    await applied(text, options, open(plan));
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    counts.stops += 1;
  }
}

async function planOrRefusal(
  text: string,
  options: PlanOptions,
  cloud: Cloud,
): Promise<readonly Step[] | null> {
  try {
    return (await planFor('cloud.yaml', options, cloud, outside(text))).steps;
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    for (const line of error.lines) assert.match(line, /^cloud\.yaml:\d+:\d+: /);
    return null;
  }
}

async function applied(text: string, options: PlanOptions, cloud: Cloud): Promise<void> {
  const { file, state, steps } = await planFor('cloud.yaml', options, cloud, outside(text));
  const runner = new StepRunner(cloud, file, state);
  await applyPlan(steps, {
    carryOut: (step) => runner.carryOut(step),
    progress: () => {},
    isStopped: () => false,
  });
}

function outside(text: string) {
  return { readText: () => text, progress: () => {} };
}
