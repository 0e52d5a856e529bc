import { defaultSchedulerSettings } from '@berth/compute-engine/scheduler/settings.ts';
import type { ServerSettings } from '../app.ts';
import { flatNetwork } from './flat-network-of.ts';

/** What holds where an operator has said nothing. */
export const usualServerSettings: ServerSettings = {
  apiHost: 'berth',
  network: flatNetwork('private', '10.0.0.0/12'),
  keepsDeleted: false,
  zoneOfNewServers: null,
  offloadsAtOnce: true,
  mayResizeInPlace: false,
  buildAttemptsMax: 3,
  scheduling: defaultSchedulerSettings,
};
