import type { Namespace } from '../definition.ts';

export const hwVideo: Namespace = {
  name: 'hw_video',
  description: 'The graphics card of the guest.',
  specs: [
    {
      name: 'ram_max_mb',
      value: { type: 'integer', min: 0, description: 'MB of video memory.' },
      description:
        'How much video memory an image may ask for with `hw_video_ram`, in MB. For consoles with a high ' +
        'resolution; it has nothing to do with virtual GPUs. `0`, or without it: images may not ask for ' +
        'any.',
      drivers: ['libvirt', 'vmware'],
      image: {
        property: 'hw_video_ram',
        relation: 'image-within-flavor',
        noticed: 'host',
        rule:
          'The image gets the video memory that it asks for, up to the limit of the flavor. More is ' +
          'accepted by the API, and the server ends in an error on the host.',
      },
    },
  ],
};
