import type { Transport } from '@berth/client/transport.ts';
import { cloudProjections } from '../cloud/stored-cloud.ts';
import type { Config } from '../config/settings.ts';
import { createLog } from '../log/log.ts';
import { standardError } from '../log/standard-error.ts';
import { ledgerOf } from '../opening/ledger.ts';
import { TrialJournal } from './trial-journal.ts';
import type { PlacementDirectOptions } from './with-placement-direct.ts';
import { withPlacementOn } from './with-placement-on.ts';

/**
 * The same as `withPlacementDirect`, on the ledger as it is now: what is written is answered and seen like any other write, and is gone
 * afterwards. So what a program would do can be seen by having it do it. The ledger is read only: a file must not be in use; a database
 * may be, and whoever leads there is not disturbed.
 */
export async function withPlacementTrial<Result>(
  config: Config,
  work: (placement: Transport) => Promise<Result>,
  { version, log = createLog(config, standardError) }: PlacementDirectOptions = {},
): Promise<Result> {
  const reader = await ledgerOf(config).openReadOnly(cloudProjections);
  return await withPlacementOn(new TrialJournal(reader), { config, log, version, work });
}
