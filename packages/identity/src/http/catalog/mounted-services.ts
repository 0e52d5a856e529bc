import { hash } from 'node:crypto';
import type { Interface } from '../../domain/catalog/catalog.ts';
import type { IdentityContext } from '../endpoint.ts';

/** A service that the catalog has since this process serves it, or was told where it is. */
export interface MountedService {
  readonly type: string;
  readonly name: string;
  /** Where it is: below the address that the client has come to, or a whole address. */
  readonly at: { readonly path: string } | { readonly url: string };
}

export const interfaces: readonly Interface[] = ['public', 'internal', 'admin'];

/** Its id is always the same: nothing is kept of it. */
export function serviceIdOf({ type }: MountedService): string {
  return idOf(`service ${type}`);
}

export function endpointIdOf({ type }: MountedService, through: Interface): string {
  return idOf(`endpoint ${type} ${through}`);
}

export function urlOfMounted(
  { at }: MountedService,
  { origin, prefix }: Pick<IdentityContext, 'origin' | 'prefix'>,
): string {
  // What this service is mounted at is not part of what all of them have in front.
  return 'url' in at ? at.url : `${origin}${prefix.replace(/\/identity$/, '')}${at.path}`;
}

function idOf(text: string): string {
  return hash('sha256', `berth ${text}`, 'hex').slice(0, 32);
}
