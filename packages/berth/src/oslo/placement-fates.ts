import { byHand, type Fates, meaningless, taken } from './fate.ts';
import { sharedFates } from './shared-fates.ts';

const ledger = byHand(
  'Berth keeps a ledger of its own: choose its place (ledger.path), and bring in what is there with berth import.',
);
const oneWriter = meaningless('One process makes all changes, and keeps all it needs in memory.');

/** What becomes of the options of a placement.conf. */
export const placementFates: Readonly<Record<string, Fates>> = {
  ...sharedFates('policyFile'),
  api: { auth_strategy: taken('authStrategy') },
  placement: {
    incomplete_consumer_project_id: taken('incompleteConsumerProjectId'),
    incomplete_consumer_user_id: taken('incompleteConsumerUserId'),
    randomize_allocation_candidates: taken('randomizesCandidates'),
    max_allocation_candidates: taken('maxAllocationCandidates'),
    allocation_candidates_generation_strategy: taken('candidateStrategy'),
    allocation_conflict_retry_count: oneWriter,
  },
  placement_database: {
    connection: ledger,
    slave_connection: ledger,
    sync_on_startup: meaningless('Berth brings its ledger to its own version when it opens it.'),
    '*': oneWriter,
  },
};
