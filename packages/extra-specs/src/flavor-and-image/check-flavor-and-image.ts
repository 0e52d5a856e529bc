import type { Problem } from '../problem.ts';
import { agreedBoolean, agreedWord } from './agreement.ts';
import { realtimeCpus } from './cpu-masks.ts';
import { cpuTopology } from './cpu-topology.ts';
import { flavorProblems } from './flavor-problems.ts';
import { enoughDisk, enoughMemory } from './memory-and-disk.ts';
import { memoryEncryption } from './memory-encryption.ts';
import { unchangedNumaTopology } from './numa-rebuild.ts';
import { numaTopology } from './numa-topology.ts';
import { noticedLater } from './noticed-later.ts';
import {
  type BooleanPair,
  ephemeralEncryptionFormatPair,
  ephemeralEncryptionPair,
  packedRingPair,
  pmuPair,
  soundModelPair,
  vifMultiqueuePair,
} from './pairs.ts';
import { pciAffinityPolicy, pciAliases } from './pci.ts';
import { serialPorts } from './serial-ports.ts';
import { refuse, type Server, serverOf } from './server.ts';
import { activeImage, bootableImage, configDrive, knownArchitecture, readableImage } from './usable-image.ts';

export type Operation = 'create' | 'resize' | 'rebuild';

export interface Flavor {
  /** For the texts. */
  readonly name?: string;
  /** MB */
  readonly ram: number;
  readonly vcpus: number;
  /** GB */
  readonly disk: number;
  readonly extraSpecs: Readonly<Record<string, string>>;
}

/** On a resize, what is kept of it with the server; otherwise what the image service says. */
export interface Image {
  readonly id?: string;
  readonly name?: string;
  /** Not looked at where it is not given. */
  readonly status?: string;
  /** Bytes */
  readonly size?: number;
  /** MB */
  readonly minRam?: number;
  /** GB */
  readonly minDisk?: number;
  readonly properties: Readonly<Record<string, unknown>>;
}

export interface Circumstances {
  readonly operation: Operation;
  readonly isVolumeBacked?: boolean;
  /** GB, of a volume that is made for the server. */
  readonly volumeSize?: number;
  /** On a rebuild, the image that the server has: its NUMA topology must not change. */
  readonly previousImage?: Image;
  /** Those that are configured. Where they are not known, any alias will do. */
  readonly pciAliases?: ReadonlySet<string> | null;
  /** Whether a flavor without a disk may be used without a volume. By default that is for administrators. */
  readonly mayUseZeroDisk?: boolean;
}

/**
 * All that is wrong with a flavor and an image for one server, in the order in which the original looks: the first error is the
 * one it answers with. What cannot be told because of an earlier problem is left out. Never throws.
 */
export function checkFlavorAndImage(flavor: Flavor, image: Image, circumstances: Circumstances): Problem[] {
  const problems = flavorProblems(flavor);
  if (problems.length > 0) return problems;
  const server = serverOf(flavor, image, circumstances, { isStored: circumstances.operation === 'resize' });
  for (const check of checksFor(circumstances)) check(server);
  return server.problems;
}

type Check = (server: Server) => unknown;

function checksFor({ operation, isVolumeBacked }: Circumstances): readonly Check[] {
  return operation === 'resize' && isVolumeBacked === true ? resizeWithVolume : checks[operation];
}

const sizes: readonly Check[] = [configDrive, enoughMemory, agreeOn(packedRingPair), enoughDisk];

const hardware: readonly Check[] = [
  memoryEncryption,
  agreeOn(pmuPair),
  serialPorts,
  realtimeCpus,
  cpuTopology,
  vifMultiqueue,
];

const checks: Readonly<Record<Operation, readonly Check[]>> = {
  create: [
    readableImage,
    numaTopology,
    pciAffinityPolicy,
    pciAliases,
    ephemeralEncryption,
    soundModel,
    bootableImage,
    activeImage,
    ...sizes,
    ...hardware,
    noticedLater,
  ],
  rebuild: [
    knownArchitecture,
    bootableImage,
    activeImage,
    ...sizes,
    readableImage,
    ...hardware,
    numaTopology,
    unchangedNumaTopology,
    noticedLater,
  ],
  resize: [...sizes, readableImage, ...hardware, numaTopology, pciAliases, noticedLater],
};

const resizeWithVolume: readonly Check[] = [
  readableImage,
  ...hardware,
  numaTopology,
  pciAliases,
  enoughMemory,
  noticedLater,
];

function agreeOn(pair: BooleanPair): Check {
  return (server) => agreedBoolean(server, pair, refuse);
}

/** One CPU needs one queue. */
function vifMultiqueue(server: Server): void {
  if (server.flavor.vcpus >= 2) agreedBoolean(server, vifMultiqueuePair, refuse);
}

/** The format is of no interest where nothing is encrypted. */
function ephemeralEncryption(server: Server): void {
  if (agreedBoolean(server, ephemeralEncryptionPair, refuse) !== true) return;
  agreedWord(server, ephemeralEncryptionFormatPair, refuse);
}

function soundModel(server: Server): void {
  agreedWord(server, soundModelPair, refuse);
}
