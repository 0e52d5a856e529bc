import { unreachable } from '@berth/engine/assert.ts';
import type { RuleStep, StuckReason } from '@berth/compute-engine/plans/stuck-reason.ts';

/** Why a server stays where it is, as a sentence for operators. */
export function reasonWords(reason: StuckReason): string {
  switch (reason.kind) {
    case 'left-alone':
      return 'It is to be left alone.';
    case 'state': {
      const { vmState, taskState } = reason;
      if (taskState !== null) return `It is busy (${taskState}): plan again when that is over.`;
      return `It is ${vmState}, in which it cannot be moved in a way that is allowed.`;
    }
    case 'host-down':
      return 'Its host is down: it can only be evacuated.';
    case 'moves-max':
      return `The plan may have ${reason.movesMax} moves at most.`;
    case 'nowhere':
      return `No host would take it even if nothing were there that can be moved: ${stepWords(reason.ifEmpty)}.`;
    case 'no-room': {
      const { steps, ifEmpty, nearest, isCut } = reason;
      const would = hosts(ifEmpty.at(-1)?.hostsLeft ?? 0);
      const examples = nearest.map(({ host, inTheWay }) => `${host} without ${inTheWay.join(', ')}`);
      const named = examples.length === 0 ? '' : ` (${examples.join('; ')})`;
      const end = isCut
        ? 'a place for those was looked for as long as may be'
        : 'there is no place for those';
      return `No host takes it: ${stepWords(steps)}. If others were not there, ${would} would${named}; but ${end}.`;
    }
    default:
      return unreachable(reason);
  }
}

function stepWords(steps: readonly RuleStep[]): string {
  return steps.map(({ rule, hostsLeft }) => `${rule} left ${hosts(hostsLeft)}`).join(', ');
}

function hosts(count: number): string {
  return `${count} ${count === 1 ? 'host' : 'hosts'}`;
}
