import type { SettingKey } from '../config/settings.ts';

/** Those that say where the services of a cloud are, and who asks them. */
export const settingsOfClouds: readonly SettingKey[] = [
  'placementUrl',
  'osCloud',
  'osCacertFile',
  'placementTimeoutMs',
];
