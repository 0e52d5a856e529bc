import type { Prng } from '@berth/testing/prng.ts';

/** The image that both sides have. */
export const image = '11111111-1111-4111-8111-111111111111';
/** What there is not. */
export const nothing = '00000000-0000-4000-8000-000000000000';

/** What can be said of a server: with values that are mostly taken, and with such that are mostly not. */
const fields: readonly (readonly [key: string, good: readonly unknown[], bad: readonly unknown[]])[] = [
  ['name', ['web', 'Käse db', '日本', 'x'.repeat(70)], [' x', '', 1, 'x'.repeat(256)]],
  ['flavorRef', ['1', '2', 1], ['huge', 'zero', 'many', 'nope', '', null]],
  ['imageRef', [image], [nothing, '', 'x', null]],
  [
    'networks',
    ['none', 'auto', []],
    [[{ uuid: nothing }], [{}], [{ port: nothing }], 'x', null, [{ uuid: 'x' }]],
  ],
  ['metadata', [{ a: '1' }, {}, { b: '2', a: '1' }], [{ a: 1 }, { ä: 'x' }, many(129), null]],
  ['min_count', [1, '1', 2, 3], [0, 'x']],
  ['max_count', [1, 2, '2', 5], [30, 0]],
  ['OS-DCF:diskConfig', ['AUTO', 'MANUAL'], ['x']],
  ['accessIPv4', ['1.2.3.4', ''], ['1.2.3']],
  ['accessIPv6', ['fe80::0001', 'fe80::1'], ['x']],
  ['availability_zone', ['nova', 'nova:host1', ':host1', '::host2'], ['nope', 'nova:nohost', 'a:b:c:d', '']],
  ['config_drive', [true, 'true', 'no'], ['x']],
  ['key_name', ['k1'], ['nope', '']],
  ['user_data', ['YQ=='], ['YQ', '%%%', 'ä']],
  ['adminPass', ['secret', ''], [1]],
  ['description', ['text', '', null], ['a\nb']],
  [
    'tags',
    [['b', 'a', 'c'], []],
    [['a', 'a'], ['a,b'], ['x'.repeat(61)], Array.from({ length: 51 }, String)],
  ],
  ['trusted_image_certificates', [null], [[], ['a', 'a']]],
  ['host', ['host1'], ['nope']],
  ['hypervisor_hostname', ['host2'], ['nope']],
  ['hostname', ['my-host', 'x'], ['a.b', '-x']],
  ['return_reservation_id', [true, false, 'false'], ['x']],
  ['security_groups', [[{ name: 'default' }], []], [[{}]]],
  ['block_device_mapping_v2', [[]], [[{ source_type: 'blank', destination_type: 'local' }]]],
  ['personality', [[], [{ path: '/a', contents: 'YQ==' }]], [[{ path: '/a', contents: 'YQ' }]]],
  ['nope', [], [1]],
];

/** Puts some of what can be said into a body; mostly such that it is taken. */
export function fillIn(
  prng: Prng,
  body: Record<string, unknown>,
  count: number,
  which: (key: string) => boolean = () => true,
): void {
  const usable = fields.filter(([key]) => which(key));
  for (let index = 0; index < count; index++) {
    const [key, good, bad] = prng.pick(usable);
    body[key] = prng.pick(good.length > 0 && prng.chance(0.8) ? good : bad);
  }
}

export function many(count: number): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'v']));
}
