import { JournalUnavailable } from '../journal/journal-errors.ts';

/** The command was not looked at: another process leads. */
export class NotLeading extends JournalUnavailable {
  constructor() {
    super(
      'Another process leads now. Nothing was written.',
      undefined,
      'Another process leads now. Nothing was written.',
    );
  }
}

/** Nobody leads, and nobody has taken over in time. Nothing was written. */
export class NoLeader extends JournalUnavailable {
  constructor() {
    super(
      'No process leads at the moment. Nothing was written.',
      undefined,
      'No process leads at the moment. Nothing was written.',
    );
  }
}

export class MemberClosed extends JournalUnavailable {
  constructor() {
    super(
      'The service is closing. Nothing was written.',
      undefined,
      'The service is closing. Nothing was written.',
    );
  }
}
