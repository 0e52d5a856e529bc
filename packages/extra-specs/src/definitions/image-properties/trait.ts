import type { ImagePropertyFamily } from '../image-property.ts';

export const trait: ImagePropertyFamily = {
  prefix: 'trait:',
  description: 'What the host of the server must have, as traits in Placement.',
  properties: [
    {
      name: 'trait:{trait}',
      parameters: [
        {
          name: 'trait',
          pattern: '[A-Z0-9_]+',
          description: 'The name of a trait that Placement knows: `HW_CPU_X86_AVX2`, `CUSTOM_LICENSED`.',
        },
      ],
      value: { type: 'string', enum: ['required'], description: 'Anything but `required` is ignored.' },
      description:
        'Only hosts with the trait are chosen, for software in the image that needs a feature of the ' +
        'CPU, say. It also counts for servers that boot from a volume made of the image. A trait that ' +
        'Placement does not know leaves the server without a host.',
    },
  ],
};
