import { aggregateId, id } from '@berth/engine/testing/names.ts';
import { Prng } from '@berth/testing/prng.ts';
import type { Genes } from './genes.ts';
import { aggregatesOf, traitsOf } from './world-of.ts';

/** The query that genes stand for, as a client would send it at the newest version. */
export function queryOf(genes: Genes): string {
  const random = new Prng(`query ${genes.querySeed}`);
  const parameters: string[] = [];
  const suffixes = Array.from({ length: genes.groups }, (_, index) => `_${index.toString(36)}`);
  const spread = ['VCPU:1', 'MEMORY_MB:512', 'DISK_GB:1'].slice(
    0,
    Math.max(genes.spreadClasses, genes.groups === 0 ? 1 : 0),
  );
  if (spread.length > 0) addGroup('', spread.join());
  const bare: string[] = [];
  for (const [index, suffix] of suffixes.entries()) {
    // The first asks for something in any case.
    if (index > 0 && genes.traits > 0 && random.chance(genes.withoutResources / 400)) {
      bare.push(suffix);
      addGroup(suffix, null);
    } else addGroup(suffix, amounts(genes, random));
  }
  for (let rule = 0; rule < genes.subtrees && suffixes.length > 1; rule++) {
    const size = Math.min(suffixes.length, 1 + genes.subtreeSize);
    const from = random.between(0, suffixes.length - size);
    parameters.push(`same_subtree=${suffixes.slice(from, from + size).join()}`);
  }
  if (bare.length > 0) parameters.push(`same_subtree=${[suffixes[0], ...bare].join()}`);
  if (suffixes.length > 1) {
    parameters.push(`group_policy=${random.between(1, 100) <= genes.isolated ? 'isolate' : 'none'}`);
  }
  if (genes.limit > 0) parameters.push(`limit=${genes.limit}`);
  return fitting(parameters).join('&');

  function addGroup(suffix: string, resources: string | null): void {
    if (resources !== null) parameters.push(`resources${suffix}=${resources}`);
    const traits = traitsOf(genes);
    const wantsTrait = traits.length > 0 && random.between(1, 100) <= genes.requiring;
    if (wantsTrait || resources === null) {
      const trait = random.pick(traits);
      const form = random.pick(['', '', '!', 'in:']);
      parameters.push(
        `required${suffix}=${form}${trait}${form === 'in:' && traits.length > 1 ? `,${random.pick(traits)}` : ''}`,
      );
    }
    if (random.between(1, 100) <= genes.memberOf / 4) {
      const names = aggregatesOf(genes).map(aggregateId);
      parameters.push(`member_of${suffix}=${random.pick(['', '!', 'in:'])}${random.pick(names)}`);
    }
    if (random.between(1, 100) <= genes.inTree) parameters.push(`in_tree${suffix}=${id('h0')}`);
  }
}

function amounts({ amountMin, amountSpread }: Genes, random: Prng): string {
  const amount = () => amountMin + random.between(0, amountSpread);
  const second = random.chance(0.1) ? `,PGPU:${amount()}` : '';
  return `VGPU:${amount()}${second}`;
}

/** A request line and its headers have 64 kB at most. */
function fitting(parameters: readonly string[]): readonly string[] {
  let length = 0;
  const ends = parameters.findIndex((parameter) => (length += parameter.length + 1) > 60_000);
  return ends < 0 ? parameters : parameters.slice(0, ends);
}
