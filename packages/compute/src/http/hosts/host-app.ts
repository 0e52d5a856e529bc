import type { Endpoint, Context } from '@berth/api-kit/endpoint.ts';
import type { RetrySettings } from '@berth/compute-engine/servers/retry-build.ts';
import type { HostPresence } from '../../hosts/host-presence.ts';
import type { HostLine } from '../../hosts/host-line.ts';
import type { OrderBell } from '../../hosts/order-bell.ts';
import type { App } from '../app.ts';

/** What agents of hosts work on. */
export interface HostApp extends Pick<App, 'cloud' | 'commit' | 'newId'> {
  /** What becomes of servers that could not be built. */
  readonly retries: RetrySettings;
  readonly presence: HostPresence;
  readonly bell: OrderBell;
  readonly line: HostLine;
  /** Whether this process can write, and so has heard of all hosts. */
  readonly isLeading: () => boolean;
}

export type HostContext = Context<HostApp>;
export type HostEndpoint = Endpoint<HostApp>;

/** All that an agent does is guarded by one rule, about the host of the path. */
export function hostEndpoint<Input>(
  given: Omit<Endpoint<HostApp, string, Input, undefined>, 'policy' | 'target'>,
): HostEndpoint {
  return { ...given, policy: 'berth:hosts:act', target: ({ params }) => ({ host: hostIn({ params }) }) };
}

export function hostIn({ params }: Pick<HostContext, 'params'>): string {
  return params['host'] as string; // All paths have it.
}
