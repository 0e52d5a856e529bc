import type { Holding } from '@berth/host/tracker/consumer-moves.ts';

/** What a consumer holds, for people: 'cn1 VCPU:2,MEMORY_MB:512; cn1_gpu0 VGPU:1'. `names` are those of providers, by uuid. */
export function heldText(held: Holding, names: ReadonlyMap<string, string>): string {
  const parts = Object.entries(held).map(([uuid, resources]) => {
    const amounts = Object.entries(resources).map(([resourceClass, amount]) => `${resourceClass}:${amount}`);
    return `${names.get(uuid) ?? uuid} ${amounts.join(',')}`;
  });
  return parts.length === 0 ? 'nothing' : parts.join('; ');
}
