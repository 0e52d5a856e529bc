import { mostNumaNodes } from '../flavor-and-image/read-image.ts';
import type { Registry } from '../registry/registry.ts';
import { flavorProperties } from './flavor-properties.ts';
import { imageProperties } from './image-properties.ts';
import { fullName, type KnownGroup, type KnownProperty, type Omission } from './known-property.ts';
import type { MetadefFile } from './metadef.ts';
import { MetadefFiles } from './metadef-files.ts';
import { isSameRule } from './same-rule.ts';

export interface MetadefOptions {
  /** For how many NUMA nodes of the guest `hw:numa_cpus.{num}` and `hw:numa_mem.{num}` are written; none, unless given. */
  readonly numaNodes?: number | undefined;
}

export interface Metadefs {
  readonly files: readonly MetadefFile[];
  /** What is not in them. */
  readonly omissions: readonly Omission[];
}

/**
 * Everything that is known, as metadata definitions of Glance.
 *
 * All properties of a file apply to all resource types of that file. So there is one for what flavors and images have in common
 * (with the same name after the prefix, the same meaning and the same rule for values), and one for the rest of either.
 */
export function toMetadefs(registry: Registry, { numaNodes = 0 }: MetadefOptions = {}): Metadefs {
  if (!Number.isInteger(numaNodes) || numaNodes < 0 || numaNodes > mostNumaNodes) {
    throw new RangeError(`The number of NUMA nodes is between 0 and ${mostNumaNodes}, not ${numaNodes}.`);
  }
  const omissions: Omission[] = [];
  const flavor = flavorProperties(registry, numaNodes, omissions);
  const image = imageProperties(registry, flavor, numaNodes, omissions);
  const common = commonProperties(flavor, image);

  const files = new MetadefFiles(omissions);
  for (const group of flavor) {
    files.add(
      'both',
      group,
      group.properties.filter((property) => common.has(property)),
    );
    files.add(
      'flavor',
      group,
      group.properties.filter((property) => !common.has(property)),
    );
  }
  for (const group of image) {
    files.add(
      'image',
      group,
      group.properties.filter((property) => !common.has(property)),
    );
  }
  return { files: files.all, omissions };
}

/** Those of flavors and of images that a file can have in common: `hw:cpu_policy` and `hw_cpu_policy`. */
function commonProperties(
  flavor: readonly KnownGroup[],
  image: readonly KnownGroup[],
): ReadonlySet<KnownProperty> {
  const ofImages = new Map(
    image.flatMap(({ properties }) => properties.map((each) => [fullName(each), each])),
  );
  const common = new Set<KnownProperty>();
  for (const group of flavor) {
    for (const property of group.properties) {
      const other = ofImages.get(`${group.name}_${property.name}`);
      if (other === undefined || other.definedAs !== property.pair) continue;
      if (isSameRule(property.property, other.property)) common.add(property).add(other);
    }
  }
  return common;
}
