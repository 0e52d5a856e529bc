import { given } from '@berth/engine/testing/given.ts';
import type { WorldState } from '@berth/engine/world.ts';
import { Prng } from '@berth/testing/prng.ts';
import { type Genes, worldKey } from './genes.ts';

/** The world that genes stand for. The last one is kept: most queries are tried on the same. */
export function worldOf(genes: Genes): WorldState {
  const key = worldKey(genes);
  if (kept?.key !== key) kept = { key, world: given(textOf(genes)) };
  return kept.world;
}

let kept: { readonly key: string; readonly world: WorldState } | null = null;

/** How many providers there may be, so that to make the world does not take longer than to search it. */
const providersMax = 15_000;

function textOf(genes: Genes): string {
  const random = new Prng(`world ${genes.worldSeed}`);
  const lines = [`traits: ${traitsOf(genes).join(' ')}`.trimEnd()];
  const devices = genes.hosts <= 2 ? genes.devices * genes.crowd : genes.devices;
  let left = providersMax;
  for (let host = 0; host < genes.hosts && left > 0; host++) {
    lines.push(`h${host} ${hostWords(genes, random)}`);
    for (let device = 0; device < devices && left > 0; device++, left--) {
      // Each below the one before it, until it is deep enough; then the next begins at the host again.
      const indent = '  '.repeat(1 + (device % genes.depth));
      lines.push(`${indent}d${host}x${device} ${deviceWords(genes, random)}`);
    }
  }
  for (let host = 0; host < Math.min(genes.loneHosts, left); host++) {
    lines.push(`l${host} ${hostWords(genes, random)} ${inventory('VGPU', genes, random)}`);
  }
  for (let sharer = 0; sharer < genes.sharers; sharer++) {
    lines.push(
      `s${sharer} DISK_GB:100000 ${deviceWords(genes, random)} MISC_SHARES_VIA_AGGREGATE ${aggregate(genes, random)}`,
    );
  }
  return `\n${lines.filter((line) => line !== 'traits:').join('\n')}`;
}

function hostWords(genes: Genes, random: Prng): string {
  return `VCPU:64 MEMORY_MB:65536 ${trait(genes, random)} ${random.chance(0.5) ? aggregate(genes, random) : ''}`.trimEnd();
}

function deviceWords(genes: Genes, random: Prng): string {
  const second = random.chance(0.3) ? inventory('PGPU', genes, random) : '';
  return `${inventory('VGPU', genes, random)} ${second} ${trait(genes, random)} ${trait(genes, random)}`.trimEnd();
}

function inventory(name: string, { roomMin, roomSpread, stepSize }: Genes, random: Prng): string {
  const total = roomMin + random.between(0, roomSpread);
  const details = stepSize > 4 && random.chance(0.5) ? `(step=${stepSize - 3})` : '';
  return `${name}:${total}${details}`;
}

export function traitsOf({ traits }: Genes): string[] {
  return Array.from({ length: traits }, (_, index) => `CUSTOM_T${index}`);
}

function trait(genes: Genes, random: Prng): string {
  return genes.traits > 0 && random.chance(0.7) ? random.pick(traitsOf(genes)) : '';
}

export function aggregatesOf({ aggregates }: Genes): string[] {
  return Array.from({ length: 1 + aggregates }, (_, index) => `A${index}`);
}

function aggregate(genes: Genes, random: Prng): string {
  return `agg:${random.pick(aggregatesOf(genes))}`;
}
