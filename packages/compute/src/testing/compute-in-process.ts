import type { Authenticate } from '@berth/api-kit/caller.ts';
import { createPolicy } from '@berth/api-kit/policy/enforcer.ts';
import { textOf } from '@berth/api-kit/response.ts';
import { applyComputeChange } from '@berth/compute-engine/apply.ts';
import { isComputeChange } from '@berth/compute-engine/changes.ts';
import { ComputeState } from '@berth/compute-engine/compute-state.ts';
import { decideComputeCommand } from '@berth/compute-engine/decide.ts';
import { apply } from '@berth/engine/apply.ts';
import { WorldState } from '@berth/engine/world.ts';
import { buildRegistry } from '@berth/extra-specs/registry/registry.ts';
import { openHostLine } from '../hosts/host-line.ts';
import { createComputeService } from '../create-compute-service.ts';
import type { App, AppSettings } from '../http/app.ts';
import { usualServerSettings } from '../http/servers/usual-server-settings.ts';
import { usualLimits } from '../http/usual-limits.ts';
import { computeRules } from '../policy/rules.ts';

export interface Asked {
  /** The newest unless given. */
  readonly version?: string;
  /** `admin`, USER:PROJECT, or USER:PROJECT:ROLE; an administrator unless given. */
  readonly token?: string;
  readonly body?: unknown;
}

export interface Answered {
  readonly status: number;
  // What an answer has in it, each test knows for itself.
  // oxlint-disable-next-line no-explicit-any
  readonly body: any;
  /** What an error says. */
  readonly message: string | undefined;
}

/** The compute API on a state in memory, for tests: asked in one line, answered as data. */
export function computeInProcess(
  given: {
    readonly settings?: Partial<AppSettings>;
    readonly projectExists?: App['projectExists'];
    readonly images?: App['images'];
    /** How long a host is waited for. */
    readonly patienceMs?: number;
    readonly networks?: App['networks'];
  } = {},
) {
  const cloud = { placement: new WorldState(), compute: new ComputeState() };
  const tellers = new Set<() => void>();
  const line = openHostLine(
    () => cloud,
    (tell) => void tellers.add(tell),
    given.patienceMs,
  );
  const commit: App['commit'] = async (command, read) => {
    const changes = decideComputeCommand(cloud, command);
    for (const change of changes) {
      if (isComputeChange(change)) applyComputeChange(cloud.compute, change);
      else apply(cloud.placement, change);
    }
    const result = read(cloud, changes);
    for (const tell of tellers) tell();
    return result;
  };
  const handle = createComputeService(
    {
      cloud: () => cloud,
      line,
      commit,
    },
    {
      authenticate,
      policy: createPolicy({ defaults: computeRules, enforceNewDefaults: true, enforceScope: true }),
      settings: { pageMax: 1_000, limits: usualLimits, servers: usualServerSettings, ...given.settings },
      images: given.images ?? { find: async () => null },
      networks: given.networks ?? null,
      extraSpecs: () => registry,
      projectExists: given.projectExists ?? (async () => null),
      newId: () => crypto.randomUUID(),
      now: () => Date.UTC(2026, 0, 2, 3, 4, 5, 678),
      onUnavailable: () => {},
      onFault: (thrown) => {
        throw thrown;
      },
    },
  );
  const ask = async (
    request: string,
    { version = 'latest', token = 'admin', body }: Asked = {},
  ): Promise<Answered> => {
    const [method = '', target = ''] = request.split(' ');
    const answer = await handle({
      method,
      target: `/v2.1${target}`,
      headers: {
        'x-auth-token': token,
        'openstack-api-version': `compute ${version}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
      origin: 'http://h',
      remoteAddress: '',
    });
    const text = textOf(answer.body);
    const json = text === '' ? null : JSON.parse(text);
    const [fault] = json === null ? [] : Object.values<{ message?: string }>(json);
    return { status: answer.status, body: json, message: answer.status < 400 ? undefined : fault?.message };
  };
  return { ask, cloud, commit, line };
}

const { registry } = buildRegistry();

const authenticate: Authenticate = (headers) => {
  const [userId = '', project = userId, role] = (headers['x-auth-token'] ?? '').split(':');
  const roles =
    role === undefined ? (userId === 'admin' ? ['admin', 'member', 'reader'] : ['member', 'reader']) : [role];
  return {
    kind: 'caller',
    caller: {
      userId,
      projectId: project || null,
      domainId: null,
      roles,
      systemScope: null,
      isServiceToken: false,
    },
  };
};
