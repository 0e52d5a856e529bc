import { everywhere, nameAt } from '../large-world.ts';
import { get, type HostileRequest } from './hostile-request.ts';
import { aggregateAt, filled } from './texts.ts';

export function queries(): HostileRequest[] {
  const classes = filled(queryMax, (index) => `${nameAt(index + 1)}:1`, ',');
  const traits = filled(queryMax, nameAt, ',');
  return [
    get('member_of=in: of 60 kB', `/resource_providers?member_of=in:${filled(queryMax, aggregateAt, ',')}`),
    get('member_of=!in: of 60 kB', `/resource_providers?member_of=!in:${filled(queryMax, aggregateAt, ',')}`),
    get(
      'member_of many times',
      `/resource_providers?${filled(queryMax, (n) => `member_of=${aggregateAt(n)}`, '&')}`,
    ),
    get(
      'member_of one many times',
      `/resource_providers?${filled(queryMax, () => `member_of=${everywhere}`, '&')}`,
    ),
    get('resources of 60 kB', `/resource_providers?resources=${classes}`),
    get('resources one many times', `/resource_providers?resources=${filled(queryMax, () => 'VCPU:1', ',')}`),
    get('required of 60 kB', `/resource_providers?required=${traits}`),
    get(
      'required=! of 60 kB',
      `/resource_providers?required=${filled(queryMax, (n) => `!${nameAt(n)}`, ',')}`,
    ),
    get('required=in: of 60 kB', `/resource_providers?required=in:${traits}`),
    get(
      'required one many times',
      `/resource_providers?${filled(queryMax, () => 'required=in:COMPUTE_NODE,HW_CPU_X86_AVX2', '&')}`,
    ),
    get(
      'required unknown of 60 kB',
      `/resource_providers?required=${filled(queryMax, (n) => `CUSTOM_NO_${n}`, ',')}`,
    ),
    get('traits in: of 60 kB', `/traits?name=in:${traits}`),
    get('many parameters', `/resource_providers?${filled(queryMax, (n) => `p${n}=`, '&')}`),
    get('one parameter many times', `/resource_providers?${filled(queryMax, () => 'name=', '&')}`),
    get('an encoded name', `/resource_providers?name=${filled(queryMax, () => '%C3%A4', '')}`),
    get('a name that is no UTF-8', `/resource_providers?name=${filled(queryMax, () => '%41', '')}%FF`),
    get('a uuid of dashes', `/resource_providers?uuid=${filled(queryMax, () => '-', '')}`),
    get('a uuid of prefixes', `/resource_providers?uuid=${filled(queryMax, () => 'urn:', '')}`),
    get('a class of 60 kB', `/resource_classes/${filled(queryMax, () => 'A', '')}`),
    get(
      'a path of slashes',
      filled(queryMax, () => '/', ''),
    ),
  ];
}

const queryMax = 60_000;
