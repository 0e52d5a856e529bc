import type { ServiceRules } from '../serving/service-policies.ts';

/** For services that ask nobody. */
export const noRules: ServiceRules = { placement: [], compute: [], identity: [], image: [] };
