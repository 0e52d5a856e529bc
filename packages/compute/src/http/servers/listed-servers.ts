import type { Server } from '@berth/compute-engine/servers/server.ts';
import type { ComputeContext } from '../endpoint.ts';
import { type HostStatus, hostStatusSeen } from './host-status.ts';
import { isInSecurityGroup, listedServer } from './server-view.ts';
import type { ServerViewer } from './server-viewer.ts';
import { versions } from '../versions.ts';

/**
 * Servers as lists in detail show them, as bytes. What is said of a server depends on itself and on who looks, but for the status of its
 * host, which comes last. So it is encoded once for all who see the same, and kept until the server changes, which makes another one of it.
 * A page of 1,000 takes a tenth of the time so: those who watch a fleet ask for the same servers again and again.
 */
export function listedServers(
  context: ComputeContext,
  viewer: ServerViewer,
): (server: Server) => readonly Uint8Array[] {
  const key = [
    context.version,
    viewer.selfText,
    viewer.bookmarkText,
    viewer.isAdmin,
    viewer.seesAttributes,
    viewer.seesExtraSpecs,
  ].join(' ');
  const showsHostStatus = hostStatusShown.at(context.version) && viewer.hostStatuses !== 'none';
  return (server) => {
    const status = showsHostStatus ? hostStatusSeen(viewer, server) : undefined;
    return [
      encoded(key, server, () => listedServer(context, viewer, server)),
      endWith(status, isInSecurityGroup(server)),
    ];
  };
}

const hostStatusShown = versions.ladder(['2.1', false], ['2.16', true]);

/** By who looks, and how. */
const kept = new Map<string, WeakMap<Server, Uint8Array>>();
let keptBytes = 0;
/** Of 1.8 kB each some 35,000; then everything is forgotten, and what is still asked for comes again. */
const keptBytesMax = 64 * 1024 * 1024;
const keptKeysMax = 64;

/** Without the brace at its end. */
function encoded(key: string, server: Server, encode: () => string): Uint8Array {
  const known = kept.get(key)?.get(server);
  if (known !== undefined) return known;
  const bytes = Buffer.from(encode().slice(0, -1));
  if (keptBytes > keptBytesMax || kept.size >= keptKeysMax) {
    kept.clear();
    keptBytes = 0;
  }
  keptBytes += bytes.length;
  kept.getOrInsertComputed(key, () => new WeakMap()).set(server, bytes);
  return bytes;
}

/** What comes last: of the few that there are, each is made once. */
function endWith(hostStatus: HostStatus | undefined, isInGroup: boolean): Uint8Array {
  const status = hostStatus === undefined ? '' : `,"host_status":"${hostStatus}"`;
  const groups = isInGroup ? ',"security_groups":[{"name":"default"}]' : '';
  return ends.getOrInsertComputed(`${status}${groups}}`, (text) => Buffer.from(text));
}

const ends = new Map<string, Uint8Array>();
