import type { Namespace } from '../definition.ts';

export const pciPassthrough: Namespace = {
  name: 'pci_passthrough',
  description: 'PCI devices of the host that are given to the guest as they are.',
  specs: [
    {
      name: 'alias',
      value: {
        type: 'string',
        pattern: '[^:]+:\\d+(?:\\s*,\\s*[^:]+:\\d+)*',
        description: 'Aliases, each with a number of devices: `gpu:2` or `gpu:1,qat:4`.',
      },
      description:
        'Gives the guest PCI devices: for each alias, as many as the number after it says. An alias is a ' +
        'name for a kind of device (vendor, product and more) in the configuration (`[pci]/alias`) of ' +
        'the API and of the hosts. A server with an alias that is not configured is refused.\n\n' +
        'For graphics cards and other accelerators. Network cards are better given through a port of ' +
        'Neutron. Without it the guest gets no device; how close devices have to be is said by ' +
        '`hw:pci_numa_affinity_policy`.',
      drivers: ['libvirt'],
    },
  ],
};
