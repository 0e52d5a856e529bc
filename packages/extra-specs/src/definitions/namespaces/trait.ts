import { standardTraits } from '@berth/engine/catalog/traits.ts';
import type { ExtraSpec, ImagePair, Namespace, Parameter, Value } from '../definition.ts';
import { group } from '../group.ts';

const value: Value = {
  type: 'string',
  enum: ['required', 'forbidden'],
  description: '`required`: only with the trait. `forbidden`: only without it.',
};

const image: ImagePair = {
  property: 'trait:{trait}',
  relation: 'added',
  noticed: 'scheduling',
  rule:
    'Traits that the image requires are added to those of the flavor in the group without a suffix. An ' +
    'image cannot forbid one, and where it requires what the flavor forbids, no host is found.',
};

const custom: Parameter = {
  name: 'trait',
  pattern: '[A-Z0-9_]+',
  description: 'The name of the trait after `CUSTOM_`.',
};

export const trait: Namespace = {
  name: 'trait{group}',
  parameters: [group],
  description:
    'Traits that the resource providers must have, or must not have, from which Placement takes the ' +
    'resources of the group. A trait is a yes or no about a host or a device: a feature of its CPU, of ' +
    'its hypervisor or of its disks, or whatever the operator has made up.',
  specs: [
    ...standardTraits.map(
      (name): ExtraSpec => ({
        name,
        value,
        description: `Whether the group needs providers with the trait \`${name}\`, or providers without it.`,
        image,
      }),
    ),
    {
      name: 'CUSTOM_{trait}',
      parameters: [custom],
      value,
      description:
        'Whether the group needs providers with a trait that the operator has made up, or providers ' +
        'without it. The trait must exist in Placement.',
      image,
    },
  ],
};
