import { type Cloud, type CloudChange, storedCloud } from '../cloud/stored-cloud.ts';

/** The cloud that changes make: those of a stored state, or of a whole history. */
export function loadedCloud(changes: Iterable<CloudChange>): Cloud {
  const cloud = storedCloud.newWorld();
  for (const change of changes) storedCloud.domain.apply(cloud, change);
  return cloud;
}
