import type { RuleDefault } from '@berth/api-kit/policy/rule-default.ts';
import { placementRules } from '@berth/placement/policy/rules.ts';
import { ownRules } from '../own-api/own-rules.ts';

/** The rules of all services, before the operator's. */
export const cloudRules: readonly RuleDefault[] = [...placementRules, ...ownRules];
