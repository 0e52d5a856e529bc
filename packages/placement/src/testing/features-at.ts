import type { Features } from '../http/features.ts';
import { features } from '../http/features.ts';
import type { Version } from '../http/versions.ts';
import { versions } from '../http/versions.ts';

/** What a client of this version may do. */
export function featuresAt(version: Version): Features {
  return features.at(versions.indexOf(version)) as Features; // There is an entry for every version.
}
