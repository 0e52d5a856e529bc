import { compileRules } from '@berth/api-kit/json/keywords.ts';
import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import { novaVocabulary } from '../nova-vocabulary.ts';
import { versions } from '../versions.ts';

/** What a host tells of a machine. */
export interface ToldDiagnostics {
  readonly driver: string;
  readonly hypervisor: string | null;
  readonly hypervisor_os: string | null;
  readonly uptime: number | null;
  readonly config_drive: boolean;
  readonly cpus: readonly Readonly<Record<'id' | 'time' | 'utilisation', number | null>>[];
  readonly disks: readonly (Named & Readonly<Record<DiskFigure, number | null>>)[];
  readonly nics: readonly (Named & { readonly mac: string | null } & Readonly<Record<Way, Traffic>>)[];
  readonly memory: Readonly<Record<'maximum' | 'used', number | null>>;
}

interface Named {
  readonly device: string;
}
const diskFigures = ['read_bytes', 'read_requests', 'write_bytes', 'write_requests', 'errors_count'] as const;
type DiskFigure = (typeof diskFigures)[number];
const trafficFigures = ['octets', 'errors', 'drop', 'packets', 'rate'] as const;
type Traffic = Readonly<Record<(typeof trafficFigures)[number], number | null>>;
type Way = 'received' | 'sent';

const figure: JsonSchema = { type: ['integer', 'null'] };
const name: JsonSchema = { type: 'string', maxLength: 255 };
const nameOrNull: JsonSchema = { type: ['string', 'null'], maxLength: 255 };
const object = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items, maxItems: 1_000 });
const figures = (names: readonly string[]) => Object.fromEntries(names.map((each) => [each, figure]));
const traffic = object(figures(trafficFigures));

const rules = compileRules(
  object({
    driver: { type: 'string', enum: ['ironic', 'libvirt', 'vmwareapi'] },
    hypervisor: nameOrNull,
    hypervisor_os: nameOrNull,
    uptime: figure,
    config_drive: { type: 'boolean' },
    cpus: list(object(figures(['id', 'time', 'utilisation']))),
    disks: list(object({ device: name, ...figures(diskFigures) })),
    nics: list(object({ device: name, mac: nameOrNull, received: traffic, sent: traffic })),
    memory: object(figures(['maximum', 'used'])),
  }),
  novaVocabulary,
);

/** Null where it is something else: hosts have drivers of all makes. */
export function takeDiagnostics(text: string): ToldDiagnostics | null {
  try {
    const told: unknown = JSON.parse(text);
    return rules.areKept(told) ? (told as ToldDiagnostics) : null;
  } catch {
    return null;
  }
}

/** Until 2.47 in the words of libvirt, device by device; from then on in a form that all hypervisors have. */
export const diagnosticsView = versions.ladder<(told: ToldDiagnostics) => object>(
  ['2.1', inDevices],
  ['2.48', inOneForm],
);

function inDevices({ cpus, memory, disks, nics }: ToldDiagnostics): object {
  return Object.fromEntries([
    ...cpus.map(({ time }, index) => [`cpu${index}_time`, time]),
    ['memory', memory.maximum],
    ...disks.flatMap(({ device, ...disk }) => [
      [`${device}_errors`, disk.errors_count],
      [`${device}_read`, disk.read_bytes],
      [`${device}_read_req`, disk.read_requests],
      [`${device}_write`, disk.write_bytes],
      [`${device}_write_req`, disk.write_requests],
    ]),
    ...nics.flatMap(({ device, received, sent }) => [
      ...ofWay(`${device}_rx`, received),
      ...ofWay(`${device}_tx`, sent),
    ]),
  ]);
}

function ofWay(start: string, { octets, drop, errors, packets }: Traffic) {
  return [
    [start, octets],
    [`${start}_drop`, drop],
    [`${start}_errors`, errors],
    [`${start}_packets`, packets],
  ];
}

/** Only of machines that run it is told. */
function inOneForm({ cpus, disks, nics, memory, ...told }: ToldDiagnostics): object {
  const { driver, hypervisor, hypervisor_os, uptime, config_drive } = told;
  return {
    state: 'running',
    driver,
    hypervisor,
    hypervisor_os,
    uptime,
    config_drive,
    num_cpus: cpus.length,
    num_nics: nics.length,
    num_disks: disks.length,
    disk_details: disks.map((disk) => Object.fromEntries(diskFigures.map((each) => [each, disk[each]]))),
    cpu_details: cpus,
    nic_details: nics.map(({ mac, received, sent }) => ({
      mac_address: mac,
      ...withStart('rx', received),
      ...withStart('tx', sent),
    })),
    memory_details: memory,
  };
}

function withStart(start: string, of: Traffic): object {
  return Object.fromEntries(trafficFigures.map((each) => [`${start}_${each}`, of[each]]));
}
