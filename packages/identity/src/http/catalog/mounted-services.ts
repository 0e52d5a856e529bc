import { hash } from 'node:crypto';
import type { Interface } from '../../domain/catalog/catalog.ts';
import type { IdentityContext } from '../endpoint.ts';

/** A service that the catalog has since this process serves it, or was told where it is. */
export interface MountedService {
  readonly type: string;
  readonly name: string;
  /** Where it is: what it is mounted at, below the address that the client has come to, and its path there; or a whole address. */
  readonly at: { readonly mount: string; readonly path?: string } | { readonly url: string };
}

export const interfaces: readonly Interface[] = ['public', 'internal', 'admin'];

/** Its id is always the same: nothing is kept of it. */
export function serviceIdOf({ type }: MountedService): string {
  return idOf(`service ${type}`);
}

/** Whether it is one of these, and not one that administrators have added. */
export function isMountedService({ app }: Pick<IdentityContext, 'app'>, id: string): boolean {
  return app.mounted.some((service) => serviceIdOf(service) === id);
}

export function isMountedEndpoint({ app }: Pick<IdentityContext, 'app'>, id: string): boolean {
  return app.mounted.some((service) => interfaces.some((through) => endpointIdOf(service, through) === id));
}

export function endpointIdOf({ type }: MountedService, through: Interface): string {
  return idOf(`endpoint ${type} ${through}`);
}

/**
 * Who has come to where all services are finds the others there. Who has come to a port of identity's own finds others at theirs, and
 * those that have none where all are.
 */
export function urlOfMounted(
  { at }: MountedService,
  { origin, prefix, ownPort }: Pick<IdentityContext, 'origin' | 'prefix' | 'ownPort'>,
): string {
  if ('url' in at) return at.url;
  const { mount, path = '' } = at;
  // What this service is mounted at is not part of what all of them have in front.
  if (ownPort === undefined) return `${origin}${prefix.replace(/\/identity$/, '')}${mount}${path}`;
  const { main, own } = ownPort.ports;
  const port = own[mount];
  return port === undefined
    ? `${withPort(origin, main)}${prefix}${mount}${path}`
    : `${withPort(origin, port)}${prefix}${path}`;
}

/** Behind a proxy the address may have none. */
function withPort(origin: string, port: number): string {
  return origin.replace(/(:\d+)?$/, `:${port}`);
}

function idOf(text: string): string {
  return hash('sha256', `berth ${text}`, 'hex').slice(0, 32);
}
