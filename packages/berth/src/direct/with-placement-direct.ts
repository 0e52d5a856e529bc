import type { Transport } from '@berth/client/transport.ts';
import type { Journal } from '@berth/ledger/journal/journal.ts';
import { JournalLocked } from '@berth/ledger/journal/journal-errors.ts';
import { type CloudChange, cloudProjections } from '../cloud/stored-cloud.ts';
import type { Config } from '../config/settings.ts';
import { createLog, type Log } from '../log/log.ts';
import { standardError } from '../log/standard-error.ts';
import { ledgerOf } from '../opening/ledger.ts';
import { holderOf } from '../serving/ask-holder.ts';
import { withPlacementOn } from './with-placement-on.ts';

export interface PlacementDirectOptions {
  /** The microversion of requests that name none: 'latest', or one such as '1.30'. Without it they are answered as at the oldest. */
  readonly version?: string;
  /** Standard error, at the level of the settings, unless given. */
  readonly log?: Log;
}

/**
 * Placement without a service: opens the ledger of the settings, in a file or in a PostgreSQL database, and lets `work` ask it in this
 * process. There is no socket and nobody to be authenticated: whoever can open the ledger is its administrator, whatever the settings
 * say. A ledger that is not there is made, as `berth serve` does. When `work` has ended, one way or the other, what it has sent is carried
 * out to its end and the ledger is closed; the transport is of no use any more.
 *
 * Nobody else may write the ledger meanwhile. Where a service has the file open it is refused, and where another process leads on the
 * database, too; one that was killed there is waited for until its lease has run out.
 *
 * @throws {LedgerHeld} where somebody else writes it, whom it names.
 * @throws {LedgerFailed} where it could no longer be written in the middle of it, whatever has become of `work`.
 */
export async function withPlacementDirect<Result>(
  config: Config,
  work: (placement: Transport) => Promise<Result>,
  { version, log = createLog(config, standardError) }: PlacementDirectOptions = {},
): Promise<Result> {
  return await withPlacementOn(await openUnserved(config, log), { config, log, version, work });
}

/** Another process has the ledger. */
export class LedgerHeld extends Error {
  override readonly name = 'LedgerHeld';
}

async function openUnserved(config: Config, log: Log): Promise<Journal<CloudChange>> {
  try {
    return await ledgerOf(config).openForWriting(cloudProjections, ({ part, to, describe }) =>
      log.info({ part, to, describe }, 'the ledger is being upgraded'),
    );
  } catch (error) {
    if (!(error instanceof JournalLocked)) throw error;
    const url = config.ledgerPath.isPostgres ? null : holderOf(config, error);
    const where = url === null ? '' : ` It serves it at ${url}.`;
    throw new LedgerHeld(`${error.message}${where} Stop it first. Nothing was changed.`);
  }
}
