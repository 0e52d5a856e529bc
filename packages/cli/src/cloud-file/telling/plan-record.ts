import { inventoriesOnWire } from '@berth/client/placement/inventories.ts';
import { Float, type Value } from '../../output/value.ts';
import { type FlavorSizes, sizeNames } from '../cloud-file.ts';
import type { Step } from '../step.ts';
import { stepWords } from './step-words.ts';

/** A plan for programs, in the words of the file. */
export function planRecord(steps: readonly Step[]): Value {
  return { changes: steps.map(stepRecord) };
}

function stepRecord(step: Step): Value {
  return { kind: step.kind, text: stepWords(step).text, ...membersOf(step) };
}

function membersOf(step: Step): { readonly [name: string]: Value } {
  switch (step.kind) {
    case 'set-inventories':
      return {
        provider: step.provider,
        before: inventoriesOnWire(step.before),
        after: inventoriesOnWire(step.after),
      };
    case 'create-flavor':
      return { ...step.flavor, sizes: sizesOnWire(step.flavor.sizes) };
    case 'delete-flavor':
      return { id: step.id, name: step.name, is_replaced: step.isReplaced };
    default: {
      const { kind: _kind, ...members } = step;
      return members;
    }
  }
}

function sizesOnWire(sizes: FlavorSizes): Value {
  return Object.fromEntries(
    Object.entries(sizes).map(([field, value]) => [
      sizeNames[field as keyof FlavorSizes],
      field === 'rxtxFactor' ? new Float(Number(value)) : value,
    ]),
  );
}
