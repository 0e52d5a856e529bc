import { type Features, features } from '../http/features.ts';
import { type Version, versions } from '../http/versions.ts';

/** What a client of this version may do. */
export function featuresAt(version: Version): Features {
  return features.at(versions.indexOf(version));
}
