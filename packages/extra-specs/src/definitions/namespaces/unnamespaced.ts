import type { Namespace } from '../definition.ts';

export const unnamespaced: Namespace = {
  name: null,
  description:
    'Keys without a namespace. The scheduler filter `AggregateInstanceExtraSpecsFilter`, where it is ' +
    'enabled, takes every one of them for a condition on aggregates, which is why new ones are not made ' +
    'any more.',
  specs: [
    {
      name: 'hide_hypervisor_id',
      value: { type: 'boolean', description: 'Whether the hypervisor is hidden.' },
      description: 'Hides from the guest that it runs under KVM: the former name of `hw:hide_hypervisor_id`.',
      support: {
        status: 'deprecated',
        since: '21.0.0 (Ussuri)',
        replacedBy: 'hw:hide_hypervisor_id',
        reason:
          'Where the `AggregateInstanceExtraSpecsFilter` is enabled, a flavor with this key finds no ' +
          'host, because no aggregate has metadata of that name.',
      },
      drivers: ['libvirt'],
      image: {
        property: 'img_hide_hypervisor_id',
        relation: 'either-enables',
        noticed: 'host',
        rule: 'The hypervisor is hidden if the flavor, by either name, or the image says so.',
      },
    },
    {
      name: 'group_policy',
      value: { type: 'string', enum: ['isolate', 'none'], description: 'How the groups relate.' },
      description:
        'How the numbered groups of `resources{group}` and `trait{group}` relate. `isolate`: no two of ' +
        'them are served by the same resource provider, such as two devices on one card. `none`: they ' +
        'may be.\n\n' +
        'Needed as soon as the flavor has two numbered groups or more; Placement refuses the search ' +
        'without it, and the server finds no host.',
    },
  ],
};
