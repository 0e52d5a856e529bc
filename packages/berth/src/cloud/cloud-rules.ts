import { computeRules } from '@berth/compute/policy/rules.ts';
import { identityRules } from '@berth/identity/policy/rules.ts';
import { imageRules } from '@berth/images/policy/rules.ts';
import { placementRules } from '@berth/placement/policy/rules.ts';
import { ownRules } from '../own-api/own-rules.ts';
import type { ServiceRules } from '../serving/service-policies.ts';

/** The rules of all services, before the operator's. What is about the whole ledger goes with Placement's. */
export const cloudRules: ServiceRules = {
  placement: [...placementRules, ...ownRules],
  compute: computeRules,
  identity: identityRules,
  image: imageRules,
};
