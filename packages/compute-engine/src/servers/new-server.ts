import type { ConsumerId, Instant } from '@berth/engine/ids.ts';
import { hostnameOf } from './hostname-of.ts';
import type { Server } from './server.ts';

/** What servers that are asked for together have in common. */
export interface NewServer
  extends Pick<
    Server,
    | 'name'
    | 'description'
    | 'projectId'
    | 'userId'
    | 'flavor'
    | 'image'
    | 'key'
    | 'userData'
    | 'hasConfigDrive'
    | 'metadata'
    | 'tags'
    | 'trustedCertificates'
    | 'accessIpV4'
    | 'accessIpV6'
    | 'diskConfig'
    | 'ports'
    | 'pinnedZone'
    | 'groupId'
    | 'hints'
    | 'reservationId'
  > {
  /** Null: it is made of the name. */
  readonly hostname: string | null;
}

/** One of them as it begins, which is of no use yet: nobody has looked for a place. Of several, names say which it is. */
export function newServer(
  asked: NewServer,
  {
    id,
    index,
    count,
    number,
    now,
  }: {
    readonly id: ConsumerId;
    readonly index: number;
    readonly count: number;
    readonly number: number;
    readonly now: Instant;
  },
): Server {
  const suffix = count > 1 ? `-${index + 1}` : '';
  return {
    ...asked,
    id,
    number,
    name: asked.name + suffix,
    hostname: asked.hostname ?? hostnameOf(asked.name, id, suffix),
    createdAt: now,
    updatedAt: null,
    launchedAt: null,
    terminatedAt: null,
    deletedAt: null,
    rootDeviceName: null,
    addresses: [],
    vmState: 'building',
    taskState: 'scheduling',
    powerState: 'none',
    progress: 0,
    lock: null,
    fault: null,
    shelved: null,
    place: null,
    launchIndex: index,
  };
}
