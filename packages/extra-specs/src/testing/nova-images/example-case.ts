import type { ServerCase } from './real-nova-images.ts';

/** What is special about a case. Everything else is as harmless as can be. */
export interface Speciality {
  readonly extraSpecs?: Readonly<Record<string, string>>;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly previousProperties?: Readonly<Record<string, unknown>>;
  readonly operation?: ServerCase['operation'];
  readonly isVolumeBacked?: boolean;
  readonly status?: string;
  readonly minRam?: number;
}

export function exampleCase(special: Speciality): ServerCase {
  const { extraSpecs = {}, properties = {}, previousProperties = {}, operation = 'create' } = special;
  const image = {
    id: '70a599e0-31e7-49b7-b260-868f441e862b',
    name: 'debian',
    status: special.status ?? 'active',
    size: 0,
    minRam: special.minRam ?? 0,
    minDisk: 0,
  };
  return {
    flavor: { name: 'small', ram: 1024, vcpus: 4, disk: 10, extraSpecs },
    image: { ...image, properties },
    operation,
    isVolumeBacked: special.isVolumeBacked ?? false,
    volumeSize: null,
    previousImage: operation === 'rebuild' ? { ...image, properties: previousProperties } : null,
    pciAliases: [],
    mayUseZeroDisk: false,
  };
}
