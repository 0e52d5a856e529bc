import { hostname } from 'node:os';
import type { ServerSettings } from '@berth/compute/http/app.ts';
import { flatNetwork } from '@berth/compute/http/servers/flat-network-of.ts';
import { usualServerSettings } from '@berth/compute/http/servers/usual-server-settings.ts';
import { glanceImages } from '@berth/compute/images/glance-images.ts';
import { imageDirectory } from '@berth/compute/images/image-directory.ts';
import type { Images } from '@berth/compute/images/images.ts';
import type { NeutronSettings } from '@berth/compute/networks/neutron.ts';
import type { Config } from '../config/settings.ts';
import type { LiveSettings } from '../serving/live-settings.ts';
import { schedulingOf } from './scheduling-of.ts';

/** What the settings say about servers. */
export function serverSettingsOf(config: Config, live: Pick<LiveSettings, 'scheduler'>): ServerSettings {
  return {
    ...usualServerSettings,
    apiHost: hostname(),
    network: flatNetwork(config.serverNetworkName, config.serverNetwork),
    keepsDeleted: config.reclaimIntervalMs > 0,
    offloadsAtOnce: config.shelvedOffloadMs === 0,
    mayResizeInPlace: config.mayResizeInPlace,
    buildAttemptsMax: config.buildAttemptsMax,
    // They can be others the next time.
    get zoneOfNewServers() {
      return live.scheduler.zoneOfNewServers;
    },
    get scheduling() {
      return schedulingOf(live.scheduler);
    },
  };
}

/** Where networks are; null: there is the one that is built in. */
export function neutronSettingsOf({ networkUrl, networkTimeoutMs }: Config): NeutronSettings | null {
  return networkUrl === null ? null : { url: networkUrl, timeoutMs: networkTimeoutMs };
}

/** Where images are: with neither a service nor a directory there are none. */
export function imagesOf({ imageUrl, imageTimeoutMs: timeoutMs, imageDirectory: path }: Config): Images {
  if (imageUrl !== null) return glanceImages({ url: imageUrl, timeoutMs });
  if (path !== null) return imageDirectory(path);
  return { find: async () => null };
}
