import type { KindedChange } from '@berth/ledger/journal/projection.ts';
import type { Composition } from '../cloud/composition.ts';
import { surroundingsOf } from '../serving/surroundings.ts';
import { ledgerOf } from './ledger.ts';
import type { OpenCloud } from './opened-cloud.ts';

/** Settings → what services have around them → ledger and services. */
export function openerOf<World, Command, Change extends KindedChange>(
  composition: Composition<World, Command, Change>,
): OpenCloud {
  return async (config, log, events) => {
    const around = surroundingsOf(config, composition.rules, log, events);
    for (const warning of around.live.policyWarnings) log.warn({ policyFile: config.policyFile }, warning);
    return await ledgerOf(config).serve(composition, around);
  };
}
