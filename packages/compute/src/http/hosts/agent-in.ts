import { conflict, notFound } from '@berth/api-kit/http-error.ts';
import type { ComputeService } from '@berth/compute-engine/hosts/compute-service.ts';
import { type HostContext, hostIn } from './host-app.ts';

/** What every request of an agent has: what it calls itself, another name each time it is started. */
export const agentParameter = {
  agent: { value: { type: 'string', minLength: 1, maxLength: 64 }, isSingle: true },
} as const;

/** Lets an agent of a host that is registered act for it. Of names that are no host's nothing is remembered. */
export async function admitKnownAgent(context: HostContext, agent: string, againInMs = 0): Promise<void> {
  serviceOf(context);
  admitAgent(context, agent, againInMs);
  await noteSeen(context);
}

/**
 * Refuses whoever is not the one agent of the host. Only the process that leads hears of all of them, so only there it is looked at;
 * others ask it first.
 */
export function admitAgent({ app, params }: HostContext, agent: string, againInMs = 0): void {
  const host = hostIn({ params });
  if (!app.isLeading() || app.presence.admit(host, agent, againInMs)) return;
  throw conflict(`Another agent acts for host ${host}.`, 'berth.another_agent');
}

/** What is known of the host; one that has not said who it is has to, first. */
export function serviceOf({ app, params }: HostContext): ComputeService {
  const host = hostIn({ params });
  const service = app.cloud.compute.services.ofHost(host);
  if (service) return service;
  throw notFound(`Host ${host} is not registered.`, 'berth.host_not_registered');
}

export function isRegistered({ app, params }: HostContext): boolean {
  return app.cloud.compute.services.ofHost(hostIn({ params })) !== undefined;
}

/** Writes that a host is heard of again, where it had fallen silent. */
async function noteSeen(context: HostContext): Promise<void> {
  const { app, now } = context;
  if (serviceOf(context).isUp || !app.isLeading()) return;
  await app.commit({ kind: 'host-seen', host: hostIn(context), now }, () => undefined);
}
