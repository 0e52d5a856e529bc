import { JournalUnavailable } from './journal/journal-errors.ts';

/** The service is about to end. The command was not looked at; another process may take it. */
export class CommitterClosed extends JournalUnavailable {
  constructor() {
    super(
      'Nothing more is written: the service is closing.',
      undefined,
      'Nothing more is written: the service is closing.',
    );
  }
}

/** Writing has ended for good in this process, see the cause. The command had no effect. */
export class CommitterStopped extends JournalUnavailable {
  constructor(cause: unknown) {
    super(
      'Nothing more is written until the service has started again.',
      cause,
      'Nothing more is written until the service has started again.',
    );
  }
}
