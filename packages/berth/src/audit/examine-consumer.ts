import { isDeepStrictEqual } from 'node:util';
import { isInProgress, listMigrations, type MigrationRecord } from '@berth/client/compute/migrations.ts';
import { findServer } from '@berth/client/compute/servers.ts';
import { getTypedAllocations } from '@berth/client/placement/allocations.ts';
import type { AuditedCloud, CloudPicture } from './cloud-picture.ts';
import {
  type ConsumerFacts,
  type Fault,
  type FaultKind,
  type Judgement,
  judgeConsumer,
} from './judge-consumer.ts';

/** A consumer as it was at one moment, and what is to be said of it. */
export interface Examined {
  readonly facts: ConsumerFacts;
  readonly judgement: Judgement;
}

export interface Knowledge {
  readonly picture: CloudPicture;
  /** Migrations by their uuids: those in progress, and of those that have ended the ones that are looked for. */
  readonly migrations: ReadonlyMap<string, MigrationRecord>;
  /** Whatever else is wrong with a consumer is passed over. */
  readonly heeded: readonly FaultKind[];
}

const attemptsMax = 3;

/**
 * Reads all that is to be known of one consumer, and judges it. The server is read before and after what it holds: where the two differ, it has
 * moved in between, and is read again. Who does not hold still is busy.
 */
export async function examineConsumer(
  { compute, placement }: AuditedCloud,
  { picture, migrations, heeded }: Knowledge,
  uuid: string,
): Promise<Examined> {
  let server = await findServer(compute, uuid);
  for (let attempt = 1; ; attempt += 1) {
    const own = migrations.get(uuid);
    const ofServer =
      server === null ? [] : await listMigrations(compute, { serverId: uuid, pick: isInProgress });
    const held = await getTypedAllocations(placement, uuid);
    const again = await findServer(compute, uuid);
    const facts = {
      uuid,
      held,
      server,
      migrations: server === null && own !== undefined ? [own] : ofServer,
    };
    if (isDeepStrictEqual(server, again)) {
      const judgement = judgeConsumer(facts, picture);
      const isHeeded = ({ kind }: Fault) => heeded.includes(kind);
      return { facts, judgement: judgement === 'busy' ? judgement : judgement.filter(isHeeded) };
    }
    if (attempt === attemptsMax) return { facts, judgement: 'busy' };
    server = again;
  }
}
