import type { Namespace } from '../definition.ts';

const drivers: readonly string[] = ['vmware'];

export const vmware: Namespace = {
  name: 'vmware',
  description: 'What only VMware vCenter has.',
  specs: [
    {
      name: 'hw_version',
      value: { type: 'string', description: 'A version as vCenter writes it: `vmx-13`.' },
      description:
        'The version of the virtual hardware that the guest is made with, such as `vmx-13`. An old one ' +
        'lets the guest run on, and move to, hosts that are older than the newest in the cluster; a new ' +
        'one gives it what newer hosts can do. Without it vCenter chooses.',
      drivers,
    },
    {
      name: 'storage_policy',
      value: { type: 'string', description: 'The name of a storage policy in vCenter.' },
      description:
        'The storage policy by which vCenter chooses the datastore for the disks of the server. Ignored, ' +
        'unless policies are enabled in the configuration (`[vmware]/pbm_enabled`). Without it the ' +
        'default policy of the configuration is used.',
      drivers,
    },
  ],
};
