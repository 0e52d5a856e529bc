import type { Environment } from '../config/read-environment.ts';
import type { Config } from '../config/settings.ts';
import { placementTransport } from '../host/placement-transport.ts';
import { serviceTransport } from '../host/service-transport.ts';
import type { AuditedCloud } from './cloud-picture.ts';

/** Ways to both services. Nobody is asked anything yet; both are to be closed. */
export function openAuditedCloud(
  config: Config,
  environment: Environment,
  computeUrl: string | null,
): AuditedCloud & AsyncDisposable {
  const url = computeUrl === null ? null : versioned(computeUrl);
  const compute = serviceTransport({ service: 'compute', name: 'Nova', url }, config, environment);
  const placement = placementTransport(config, environment);
  return {
    compute,
    placement,
    async [Symbol.asyncDispose]() {
      await Promise.all([compute.close(), placement.close()]);
    },
  };
}

/** Catalogs have the address of the version, and people may leave it out. */
function versioned(url: string): string {
  return /\/v2(\.\d+)?(\/|$)/.test(new URL(url).pathname) ? url : `${url.replace(/\/+$/, '')}/v2.1`;
}
