import type { Answer } from '../differential/exchange.ts';
import type { PairedIds, Side } from './paired-ids.ts';

/** An answer without what differs between any two servers: where it is, when it was, what ids it has made. */
export function masked(
  answer: Answer,
  side: Side,
  base: string,
  ids: PairedIds,
  { showsHosts = false }: { readonly showsHosts?: boolean } = {},
): Answer {
  const mask = (text: string): string => {
    let plain = ids.mask(side, text.replaceAll(base, 'http://base'));
    for (const [pattern, standIn] of showsHosts ? chances : [...chances, ...hosts])
      plain = plain.replaceAll(pattern, standIn);
    return plain;
  };
  return {
    status: answer.status,
    headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, mask(value)])),
    text: mask(withMigrationsInOrder(answer.text)),
  };
}

/** Before they had uuids, which is before 2.59, migrations are listed in no order: whichever version was asked for, the answer shows which it was. */
function withMigrationsInOrder(text: string): string {
  if (!text.startsWith('{"migrations": [{') && !text.startsWith('{"migrations":[{')) return text;
  const { migrations, ...rest } = JSON.parse(text) as { readonly migrations: readonly Migration[] };
  if (migrations.some(({ uuid }) => uuid !== undefined)) return text;
  return JSON.stringify({ migrations: migrations.toSorted((one, other) => one.id - other.id), ...rest });
}

interface Migration {
  readonly id: number;
  readonly uuid?: string;
}

type StandIn = (whole: string, ...parts: string[]) => string;

/** What is left to chance, or to the release: each in a form that is the same on both sides exactly when it has the same form. */
const chances: readonly (readonly [pattern: RegExp, standIn: StandIn])[] = [
  // Times, with what they show of fractions and zones.
  [
    /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z?)/g,
    (_whole, fraction, zone) => `TIME${fraction === undefined ? '' : '.f'}${zone}`,
  ],
  [/req-[0-9a-f-]{36}/g, () => 'REQUEST'],
  // Keys that a server has made, with their fingerprints.
  [/("private_key": ?")[^"]+/g, (_whole, before) => `${before}PRIVATE`],
  [
    /ssh-rsa [^" ]+ Generated-by-Nova(", ?"fingerprint": ?")[0-9a-f:]+/g,
    (_whole, between) => `MADE${between}MADE`,
  ],
  [
    /-----BEGIN CERTIFICATE-----[^"]+(", ?"fingerprint": ?")[0-9a-f:]{59}/g,
    (_whole, between) => `CERTIFICATE${between}SHA1`,
  ],
  // Nova's words end with those of a library that reads certificates.
  [/(failed to generate X509 fingerprint\. Error message: )[^"]+/g, (_whole, before) => `${before}WHY`],
  // Where the image service is, or whoever shows its images.
  [/^.*\/images\/[0-9a-f-]{36}$/g, () => 'IMAGE'],
  [/("image_id": ?")[0-9a-f-]{36}/g, (_whole, before) => `${before}IMAGE`],
  // What is drawn for a server: its password, what it is reserved under, and which addresses it has.
  [/("adminPass": ?")[A-Za-z0-9]{12}"/g, (_whole, before) => `${before}PASSWORD"`],
  [/\br-[a-z0-9]{8}\b/g, () => 'RESERVATION'],
  // The address of a host.
  [/("dest_host": ?")[^"]+/g, (_whole, before) => `${before}HOST`],
  [/("addr": ?")[0-9.]+/g, (_whole, before) => `${before}ADDRESS`],
  [/("OS-EXT-IPS-MAC:mac_addr": ?")[0-9a-f:]{17}/g, (_whole, before) => `${before}MAC`],
  // What went wrong inside is told in the words of what it went wrong in.
  [/("(?:details|traceback)": ?")(?:[^"\\]|\\.)+/g, (_whole, before) => `${before}DETAILS`],
  // Ours has versions that the original does not know yet.
  [/(maximum is |"version": ?")2\.\d+/g, (_whole, before) => `${before}NEWEST`],
  // The number of a row: the original's database gives that of the last row again once it is deleted, MySQL does not.
  [/("(?:old|new)_instance_type_id": ?)\d+/g, (_whole, before) => `${before}0`],
  [/(Flavor access (?:not found for|already exists for flavor) )\d+/g, (_whole, before) => `${before}NUMBER`],
  // What a machine is called on its host: a server that found none is counted by itself in the original, and by ours with the others.
  [/"instance-[0-9a-f]{8}"/g, () => '"MACHINE"'],
  // How long servers have run: the two have clocks of their own.
  [
    /("(?:total_)?(?:local_gb_usage|vcpus_usage|memory_mb_usage|hours)": ?)[0-9.e+-]+/g,
    (_whole, before) => `${before}"AMOUNT"`,
  ],
  [/("state": ?"\w+", ?"uptime": ?)\d+/g, (_whole, before) => `${before}"AMOUNT"`],
  // The members of a Python set, in the order of one.
  [
    /(is not one of \[)([^\]]*)\]/g,
    (_whole, before, members) => `${before}${(members ?? '').split(', ').sort().join(', ')}]`,
  ],
];

/** Where a server is, where both sides may choose another host. */
const hosts: typeof chances = [
  [
    /("(?:OS-EXT-SRV-ATTR:host|OS-EXT-SRV-ATTR:hypervisor_hostname|host|(?:source|dest)_(?:compute|node))": ?")[^"]+/g,
    (_whole, before) => `${before}HOST`,
  ],
  [/("hostId": ?")[0-9a-f]{56}/g, (_whole, before) => `${before}HOSTID`],
];
