import type { Server } from '@berth/compute-engine/servers/server.ts';
import type { ComputeContext } from '../endpoint.ts';
import { KeptEncodings } from '../kept-encodings.ts';
import { type HostStatus, hostStatusSeen } from './host-status.ts';
import { isInSecurityGroup, listedServer } from './server-view.ts';
import type { ServerViewer } from './server-viewer.ts';
import { viewKeys } from './view-keys.ts';
import { versions } from '../versions.ts';

/** Servers as lists in detail show them, as bytes; a page of 1,000 takes a tenth of the time, as each is encoded once. The status of its host comes last. */
export function listedServers(
  context: ComputeContext,
  viewer: ServerViewer,
): (server: Server) => readonly Uint8Array[] {
  const keyOf = viewKeys(context, viewer);
  const showsHostStatus = hostStatusShown.at(context.version) && viewer.hostStatuses !== 'none';
  return (server) => {
    const status = showsHostStatus ? hostStatusSeen(viewer, server) : undefined;
    return [
      // Without the brace at its end.
      kept.of(keyOf(server), server, () => Buffer.from(listedServer(context, viewer, server).slice(0, -1))),
      endWith(status, isInSecurityGroup(server)),
    ];
  };
}

const kept = new KeptEncodings<Server, Uint8Array>();
const hostStatusShown = versions.ladder(['2.1', false], ['2.16', true]);

/** What comes last: of the few that there are, each is made once. */
function endWith(hostStatus: HostStatus | undefined, isInGroup: boolean): Uint8Array {
  const status = hostStatus === undefined ? '' : `,"host_status":"${hostStatus}"`;
  const groups = isInGroup ? ',"security_groups":[{"name":"default"}]' : '';
  return ends.getOrInsertComputed(`${status}${groups}}`, (text) => Buffer.from(text));
}

const ends = new Map<string, Uint8Array>();
