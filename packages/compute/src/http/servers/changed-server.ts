import type { Server } from '@berth/compute-engine/servers/server.ts';
import type { ComputeContext } from '../endpoint.ts';
import { versions } from '../versions.ts';
import { shownServer } from './server-view.ts';
import type { ServerViewer } from './server-viewer.ts';

/** A server as PUT and a rebuild answer with it: up to 2.74 with fewer members than are shown otherwise. */
export function changedServer(
  context: Pick<ComputeContext, 'version'>,
  viewer: ServerViewer,
  server: Server,
): Record<string, unknown> {
  const shown = JSON.parse(shownServer(context, viewer, server)) as Record<string, unknown>;
  const left = kept.at(context.version);
  return left ? briefly(shown, left) : shown;
}

const always = [
  'id',
  'name',
  'status',
  'tenant_id',
  'user_id',
  'metadata',
  'hostId',
  'image',
  'flavor',
  'created',
  'updated',
  'addresses',
  'accessIPv4',
  'accessIPv6',
  'links',
  'OS-DCF:diskConfig',
  'fault',
  'progress',
  'locked',
  'description',
  'tags',
  'trusted_image_certificates',
  'server_groups',
  'locked_reason',
];

/** What of it; null: all. */
const kept = versions.ladder<ReadonlySet<string> | null>(['2.1', new Set(always)], ['2.75', null]);

function briefly(shown: Record<string, unknown>, left: ReadonlySet<string>): Record<string, unknown> {
  const members = Object.entries(shown).filter(([key]) => left.has(key));
  return { ...Object.fromEntries(members), addresses: plainAddresses(shown['addresses']) };
}

/** Without what says more of them than what they are. */
function plainAddresses(addresses: unknown): unknown {
  return Object.fromEntries(
    Object.entries(addresses as Readonly<Record<string, readonly WireAddress[]>>).map(([network, all]) => [
      network,
      all.map(({ version, addr }) => ({ version, addr })),
    ]),
  );
}

interface WireAddress {
  readonly version: 4 | 6;
  readonly addr: string;
}
