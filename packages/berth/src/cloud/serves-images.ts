import type { Config } from '../config/settings.ts';

/** Whether this process is the image service of the cloud: unless there is another one, or no one place for the contents. */
export function servesImages({ imageUrl, imageDirectory, imageStore, ledgerPath }: Config): boolean {
  if (imageUrl !== null || imageDirectory !== null || ledgerPath.isPostgres) return false;
  return imageStore !== null || ledgerPath.path !== ':memory:';
}
