import type { Namespace } from '../definition.ts';

export const accel: Namespace = {
  name: 'accel',
  description: 'Accelerators, such as FPGAs and GPUs, that the accelerator service Cyborg manages.',
  specs: [
    {
      name: 'device_profile',
      value: { type: 'string', description: 'The name of a device profile that Cyborg knows.' },
      description:
        'Gives the server accelerators. A device profile is a list of requests for devices that an ' +
        'administrator keeps in Cyborg under a name. The scheduler looks for a host that has all of ' +
        'them, and they are bound to the server while it is built.\n\n' +
        'A flavor has one profile; whoever needs devices of several kinds puts them into the same ' +
        'profile. Without it the server gets no accelerator.',
      drivers: ['libvirt'],
    },
  ],
};
