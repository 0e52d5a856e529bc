import type { AppSettings } from '../http/app.ts';

/** As they are where nobody has set anything; compared with the settings' own defaults in a test of theirs. */
export const usualSettings: AppSettings = {
  incompleteProjectId: '00000000-0000-0000-0000-000000000000',
  incompleteUserId: '00000000-0000-0000-0000-000000000000',
  writeItemsMax: 5_000,
  candidatesMax: 100_000,
  candidatesOrder: 'breadth-first',
  searchStepsMax: 100_000_000,
  randomizesCandidates: false,
  explain: {
    deadlineMs: 500,
    nearestMax: 10,
    relaxationsMax: 10,
    logsEmptyAnswers: true,
    logLevel: 'info',
  },
};
