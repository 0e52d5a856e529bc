import { createPolicy } from '@berth/api-kit/policy/enforcer.ts';
import { textOf } from '@berth/api-kit/response.ts';
import { applyComputeChange } from '@berth/compute-engine/apply.ts';
import type { ComputeChange } from '@berth/compute-engine/changes.ts';
import { ComputeState } from '@berth/compute-engine/compute-state.ts';
import { createComputeService } from '@berth/compute/create-compute-service.ts';
import { usualServerSettings } from '@berth/compute/http/servers/usual-server-settings.ts';
import { usualLimits } from '@berth/compute/http/usual-limits.ts';
import { computeRules } from '@berth/compute/policy/rules.ts';
import type { NovaPolicy } from '@berth/compute/testing/nova-manner/original-nova.ts';
import { WorldState } from '@berth/engine/world.ts';
import { buildRegistry } from '@berth/extra-specs/registry/registry.ts';
import type { Answer, Request } from '../../differential/exchange.ts';
import { tokenIdentity } from '../sides/token-identity.ts';

/** Our service on a state that is given, at the address of the original: what it answers has the same links. */
export function ourReaders(
  changes: readonly ComputeChange[],
  origin: string,
  policy: NovaPolicy,
): (request: Request) => Promise<Answer> {
  const cloud = { placement: new WorldState(), compute: new ComputeState() };
  for (const change of changes) applyComputeChange(cloud.compute, change);
  const isSecure = policy === 'secure';
  const faults: unknown[] = [];
  const handle = createComputeService(
    { cloud: () => cloud, commit: () => Promise.reject(new Error('nothing is written here')) },
    {
      authenticate: tokenIdentity,
      policy: createPolicy({ defaults: computeRules, enforceNewDefaults: isSecure, enforceScope: isSecure }),
      settings: { pageMax: 1_000, limits: usualLimits, servers: usualServerSettings },
      images: { find: async () => null },
      networks: null,
      extraSpecs: () => registry,
      projectExists: async () => true,
      newId: () => crypto.randomUUID(),
      now: Date.now,
      onUnavailable: (reason) => void faults.push(reason),
      onFault: (thrown) => void faults.push(thrown),
    },
  );
  return async ({ method, path, headers }) => {
    const answer = await handle({
      method,
      target: path,
      headers,
      body: Buffer.alloc(0),
      origin,
      remoteAddress: '',
    });
    const fault = faults.shift();
    if (fault !== undefined) throw new Error(`${method} ${path} met a fault`, { cause: fault });
    return { status: answer.status, headers: answer.headers, text: textOf(answer.body) };
  };
}

const { registry } = buildRegistry();
