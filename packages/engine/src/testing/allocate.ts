import { apply } from '../apply.ts';
import type { AllocationFacts, ConsumerFacts } from '../changes.ts';
import type { WorldState } from '../world.ts';
import { longAgo } from './instants.ts';
import { className, consumerId, id } from './names.ts';

type Owner = Partial<Pick<ConsumerFacts, 'generation' | 'projectId' | 'userId' | 'type'>>;

/** Lets a consumer hold something, whatever any rule says: `allocate(world, 'vm1', 'cn1:VCPU=2 ss1:DISK_GB=10')`. */
export function allocate(world: WorldState, consumer: string, text: string, owner: Owner = {}): void {
  const facts: ConsumerFacts = {
    id: consumerId(consumer),
    generation: 1,
    projectId: 'project',
    userId: 'user',
    type: null,
    ...owner,
    createdAt: longAgo,
    allocatedAt: longAgo,
    allocations: allocations(text),
  };
  apply(world, { kind: 'consumer-set', consumer: facts });
}

/** Provider, class and amount of each: `cn1:VCPU=2,MEMORY_MB=512 ss1:DISK_GB=10`. Empty: nothing. */
export function allocations(text: string): AllocationFacts[] {
  const words = text.split(/\s+/).filter((word) => word !== '');
  return words.flatMap((word) => {
    const [, provider = '', list = ''] = /^([^:]+):(.+)$/.exec(word) ?? [];
    return list.split(',').map((part) => {
      const [, name, amount] = /^([A-Z0-9_]+)=(\d+)$/.exec(part) ?? [];
      if (name === undefined) throw new Error(`This is no allocation: ${word}`);
      return { providerId: id(provider), resourceClass: className(name), amount: Number(amount) };
    });
  });
}
