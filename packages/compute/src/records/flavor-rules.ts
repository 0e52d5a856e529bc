import { extraSpecsMax } from '@berth/compute-engine/flavors/extra-specs.ts';
import type { Flavor } from '@berth/compute-engine/flavors/flavor.ts';
import { projectsMax } from '@berth/compute-engine/flavors/flavor-access.ts';
import { description, sizes } from '../http/flavors/bodies.ts';
import { hasShape, instant, instantOrNull, ownerId, seriesNumber } from './thing-shape.ts';

const shape = hasShape<Flavor>('flavor', {
  number: seriesNumber,
  // One that was given as a number may have its exponent in it.
  id: { ...sizes.id, type: 'string', pattern: '^(?! )[a-zA-Z0-9. _+-]+(?<! )$' },
  name: sizes.name,
  vcpus: { ...sizes.vcpus, type: 'integer' },
  memoryMb: { ...sizes.ram, type: 'integer' },
  rootGb: { ...sizes.disk, type: 'integer' },
  ephemeralGb: { ...sizes['OS-FLV-EXT-DATA:ephemeral'], type: 'integer' },
  swapMb: { ...sizes.swap, type: 'integer' },
  rxtxFactor: { ...sizes.rxtx_factor, type: 'number' },
  isPublic: { type: 'boolean' },
  description,
  extraSpecs: {
    type: 'object',
    patternProperties: { '^[a-zA-Z0-9-_:. ]{1,255}$': { type: 'string', maxLength: 255 } },
    additionalProperties: false,
    maxProperties: extraSpecsMax,
  },
  projects: { type: 'array', items: ownerId, maxItems: projectsMax, uniqueItems: true },
  createdAt: instant,
  updatedAt: instantOrNull,
});

/** Besides, its projects are in order. */
export function* flavorProblems(flavor: Flavor): Generator<string> {
  const problems = [...shape(flavor)];
  yield* problems;
  if (problems.length > 0) return;
  const { id, projects } = flavor;
  const isInOrder = projects.every(
    (project, index) => index === 0 || (projects[index - 1] as string) < project,
  );
  if (!isInOrder) yield `flavor ${id}: its projects are not in the order of their ids`;
}
