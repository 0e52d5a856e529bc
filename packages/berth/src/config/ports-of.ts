import type { Ports } from '@berth/api-kit/own-port.ts';
import type { Config } from './settings.ts';

/** Services that can have a port of their own, by what they are mounted at, and the setting that names it. */
const settingOf = {
  '/identity': 'identityPort',
  '/placement': 'placementPort',
  '/compute': 'computePort',
  '/image': 'imagePort',
  '/network': 'networkPort',
} as const satisfies Readonly<Record<string, keyof Config>>;

/** The ports to listen on; 0: any that is free. */
export function portsOf(config: Config): Ports {
  const own: Record<string, number> = {};
  for (const [mount, key] of Object.entries(settingOf)) {
    const port = config[key];
    if (port !== null) own[mount] = port;
  }
  return { main: config.port, own };
}
