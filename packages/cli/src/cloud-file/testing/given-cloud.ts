import assert from 'node:assert/strict';
import type { Plan, PlanOptions } from '../planning/plan.ts';
import { planCloud } from '../planning/plan.ts';
import { readCloudFile } from '../reading/read-cloud-file.ts';
import type { CloudFile } from '../cloud-file.ts';
import type { CloudState } from '../state/cloud-state.ts';
import type { Step } from '../step.ts';
import { stateAfter } from './state-after.ts';

export const emptyCloud: CloudState = {
  classes: new Set(['VCPU', 'MEMORY_MB', 'DISK_GB']),
  traits: new Set(['HW_CPU_X86_AVX', 'COMPUTE_NODE']),
  providers: [],
  nodeUuids: new Set(),
  flavors: [],
  projects: new Map(['p1', 'p2'].map((id) => [id, { kind: 'found', id }])),
};

export function givenFile(text: string): CloudFile {
  const { file, errors } = readCloudFile('cloud.yaml', text);
  assert.deepEqual(errors, []);
  return file ?? assert.fail('there is no file');
}

/** A cloud that has what a file says. */
export function givenCloud(text: string, from: CloudState = emptyCloud): CloudState {
  return planned(text, from).steps.reduce(stateAfter, from);
}

export function planned(text: string, state: CloudState, options: Partial<PlanOptions> = {}): Plan {
  return planCloud(givenFile(text), state, { prunes: [], replacesFlavors: false, ...options });
}

/** Of steps, what tells them apart. */
export function inShort(steps: readonly Step[]): readonly string[] {
  return steps.map((step) => {
    if ('provider' in step) return `${step.kind} ${step.provider}`;
    if ('name' in step) return `${step.kind} ${step.name}`;
    return `${step.kind} ${typeof step.flavor === 'string' ? step.flavor : step.flavor.name}`;
  });
}
