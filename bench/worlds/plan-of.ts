import { devices } from './devices.ts';
import { flat } from './flat.ts';
import { mixed } from './mixed.ts';
import { nested } from './nested.ts';
import { sharing } from './sharing.ts';
import type { WorldPlan } from './world-plan.ts';

const makers: readonly (readonly [RegExp, (name: string, ...counts: [number, number]) => WorldPlan])[] = [
  [/^flat-(\d+)$/, flat],
  [/^nested-(\d+)$/, nested],
  [/^pci-(\d+)x(\d+)$/, devices],
  [/^sharing-(\d+)$/, sharing],
  [/^mixed-(\d+)$/, mixed],
];

/** The world of this name: `flat-N`, `nested-N`, `pci-HOSTSxDEVICES`, `sharing-N` or `mixed-N`. */
export function planOf(name: string): WorldPlan {
  for (const [pattern, make] of makers) {
    const match = pattern.exec(name);
    if (match) return make(name, Number(match[1]), Number(match[2]));
  }
  throw new Error(`There is no world ${name}: flat-N, nested-N, pci-HOSTSxDEVICES, sharing-N or mixed-N.`);
}
