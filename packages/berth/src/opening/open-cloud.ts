import type { KindedChange } from '@berth/ledger/journal/projection.ts';
import type { Composition } from '../cloud/composition.ts';
import type { Config } from '../config/settings.ts';
import type { Log } from '../log/log.ts';
import type { EventCounts } from '../metrics/event-counts.ts';
import { surroundingsOf } from '../serving/surroundings.ts';
import { ledgerOf } from './ledger.ts';
import type { OpenedCloud } from './opened-cloud.ts';

/** Settings → what services have around them → ledger and services. What happens is counted in `events`. */
export async function openCloud<World, Command, Change extends KindedChange>(
  composition: Composition<World, Command, Change>,
  config: Config,
  log: Log,
  events: EventCounts,
): Promise<OpenedCloud> {
  const around = surroundingsOf(config, composition.rules, log, events);
  for (const { file, warning } of around.live.policyWarnings) log.warn({ policyFile: file }, warning);
  await around.live.extraSpecs.loadPackages();
  for (const problem of around.live.extraSpecs.problems) log.warn(problem);
  const opened = await ledgerOf(config).serve(composition, around);
  return { ...opened, tokenFor: (caller) => around.insiders.tokenOf(caller) };
}
