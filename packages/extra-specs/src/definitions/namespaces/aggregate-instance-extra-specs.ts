import type { Namespace } from '../definition.ts';
import { operatorExpression } from '../operator-expression.ts';

export const aggregateInstanceExtraSpecs: Namespace = {
  name: 'aggregate_instance_extra_specs',
  description:
    'Conditions on the metadata of host aggregates. They are heeded by the scheduler filter ' +
    '`AggregateInstanceExtraSpecsFilter` alone, which has to be enabled.\n\n' +
    'That filter also takes every key without a namespace for such a condition. A flavor that has one ' +
    'finds no host, unless an aggregate has metadata of that name.',
  specs: [
    {
      name: '{key}',
      parameters: [
        { name: 'key', pattern: '.+', description: 'The key in the metadata of the host aggregate.' },
      ],
      value: { type: 'string', description: operatorExpression },
      description:
        'Keeps the server to hosts in an aggregate whose metadata fulfils the condition, to tie a flavor ' +
        'to a part of the hosts: with `ssd` as `{key}` and the value `true`, to hosts in an aggregate ' +
        'with `ssd=true`.\n\n' +
        'A host that is in no aggregate with this key is left out. Where it is in several that have it, ' +
        'one that fulfils the condition is enough.',
    },
  ],
};
