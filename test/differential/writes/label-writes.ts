/** Writes to traits, classes and aggregates, and to which provider has which. */
import { ask } from '../exchange.ts';
import { anyMinor, minorWith } from '../versions.ts';
import { standardTraits } from '../world.ts';
import { somePath } from './provider-writes.ts';
import { generationOr, type Write } from './write.ts';

const madeTraits = ['CUSTOM_MADE_T1', 'CUSTOM_MADE_T2'];
const madeClasses = ['CUSTOM_MADE_1', 'CUSTOM_MADE_2'];

export const setAggregates: Write = async (prng, world, look) => {
  const { path, provider } = await somePath(prng, world, look);
  const aggregates = prng.some([...world.aggregates, ...world.spareConsumers.slice(0, 2)], 0, 4);
  if (prng.chance(0.1) && aggregates[0] !== undefined) aggregates.push(aggregates[0]);
  if (prng.chance(0.05))
    aggregates.push(prng.pick(['nope', prng.uuid().toUpperCase(), prng.uuid().replaceAll('-', '')]));
  const minor = minorWith(prng, 1);
  const isObject = prng.chance(0.97) ? minor >= 19 : minor < 19;
  const body = { resource_provider_generation: generationOr(prng, provider.generation), aggregates };
  return ask('PUT', `${path}/aggregates`, minor, isObject ? body : aggregates);
};

export const setTraits: Write = async (prng, world, look) => {
  const { path, provider } = await somePath(prng, world, look);
  const any = [...standardTraits, 'MISC_SHARES_VIA_AGGREGATE', ...world.customTraits];
  const traits = prng.some(any, 0, 4);
  if (prng.chance(0.15)) traits.push(...prng.some([...madeTraits, 'CUSTOM_NOPE', 'NOPE', 'nope'], 1, 2));
  if (prng.chance(0.1) && traits[0] !== undefined) traits.push(traits[0]);
  return ask('PUT', `${path}/traits`, minorWith(prng, 6), {
    resource_provider_generation: generationOr(prng, provider.generation),
    traits,
  });
};

export const deleteTraits: Write = async (prng, world, look) => {
  const { path } = await somePath(prng, world, look);
  return ask('DELETE', `${path}/traits`, minorWith(prng, 6));
};

export const createTrait: Write = async (prng, world) => {
  const odd = [
    'HW_CPU_X86_VMX',
    'custom_t',
    'CUSTOM_',
    'CUSTOM_a',
    'CUSTOM-T',
    `CUSTOM_${'X'.repeat(248)}`,
    `CUSTOM_${'X'.repeat(249)}`,
  ];
  const name = prng.pick([
    ...madeTraits,
    ...madeTraits,
    ...madeTraits,
    ...world.customTraits,
    prng.pick(odd),
  ]);
  return ask('PUT', `/traits/${name}`, minorWith(prng, 6));
};

export const deleteTrait: Write = async (prng, world) => {
  const name = prng.pick([...madeTraits, ...world.customTraits, 'HW_CPU_X86_VMX', 'CUSTOM_NOPE']);
  return ask('DELETE', `/traits/${name}`, minorWith(prng, 6));
};

export const createClass: Write = async (prng, world) => {
  const name = prng.pick([...madeClasses, ...madeClasses, prng.pick(world.customClasses), 'VCPU']);
  return ask('POST', '/resource_classes', minorWith(prng, 2), { name });
};

/** Until 1.6 this renames, from 1.7 it creates. */
export const putClass: Write = async (prng, world) => {
  const minor = prng.chance(0.4) ? prng.between(2, 6) : anyMinor(prng);
  const odd = ['VCPU', 'custom_c', 'CUSTOM_', 'CUSTOM_a', `CUSTOM_${'X'.repeat(249)}`];
  const name = prng.pick([...madeClasses, ...madeClasses, ...world.customClasses, prng.pick(odd)]);
  const renamed = prng.pick([...madeClasses, ...world.customClasses, 'CUSTOM_RENAMED', 'VCPU']);
  return ask(
    'PUT',
    `/resource_classes/${name}`,
    minor,
    minor < 7 || prng.chance(0.1) ? { name: renamed } : undefined,
  );
};

export const deleteClass: Write = async (prng, world) => {
  const name = prng.pick([...madeClasses, 'CUSTOM_RENAMED', ...world.customClasses, 'VCPU', 'CUSTOM_NOPE']);
  return ask('DELETE', `/resource_classes/${name}`, minorWith(prng, 2));
};
