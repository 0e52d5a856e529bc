import { CheckChanges } from './check-changes.ts';
import { checkRows } from './check-rows.ts';

/** What is looked at when a ledger is checked, besides its records and the state that is made of it. */
export const placementChecks = {
  checkRows,
  newChangesCheck: () => new CheckChanges(),
};
