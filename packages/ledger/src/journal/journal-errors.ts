import type { Upgrade } from './migration.ts';

/**
 * Everything a journal can say no with. The messages are for the person who runs the service: they say what is
 * wrong with which store, and what to do about it.
 */
export abstract class JournalError extends Error {
  /** What clients may know of it, who need not know where a ledger is. */
  readonly told: string;

  constructor(message: string, cause?: unknown, told = 'The ledger cannot be used now.') {
    super(message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.told = told;
  }
}

// Writing.

/** Nothing was stored, and it may work later: a client may try again. */
export class JournalUnavailable extends JournalError {
  constructor(message: string, cause?: unknown, told = 'Changes cannot be stored now. Nothing was stored.') {
    super(message, cause, told);
  }
}

/** There is no room for more. Appends work again as soon as there is. */
export class JournalFull extends JournalUnavailable {
  constructor(place: string, cause: unknown) {
    super(
      `No room to store changes in ${place}: the disk is full. Nothing was stored.`,
      cause,
      'No room to store changes: the disk is full. Nothing was stored.',
    );
  }
}

/** The file system does not take what is written, and does not say that it is full. Appends work again as soon as it does. */
export class JournalNotTaken extends JournalUnavailable {
  constructor(place: string, cause: unknown) {
    super(
      `The disk does not take changes to ${place}: it is over its quota, read-only or broken. Nothing was stored.`,
      cause,
    );
  }
}

/**
 * The batch may have been stored or not. The journal cannot be used any more; opening it again tells.
 */
export class JournalFateUnknown extends JournalError {
  constructor(place: string, cause: unknown) {
    super(
      `Whether the last changes were stored in ${place} is not known. Open it again to find out.`,
      cause,
      'Whether the change was stored is not known. Look, then try again.',
    );
  }
}

/** Its files are no longer where they were: somebody has removed, moved, replaced or cut them off while they were in use. */
export class JournalGone extends JournalError {
  constructor(place: string, change: string) {
    super(
      `The ledger ${place} was changed by somebody else while this process had it open: ${change}. Nothing more is written; what ` +
        'was told to be stored before was there then.',
      undefined,
      'The ledger is gone. Whether the change is kept is not known.',
    );
  }
}

/** It could not be copied; it goes on as ever. */
export class JournalNotCopied extends JournalError {
  constructor(place: string, reason: string) {
    super(
      `${place} cannot be copied now: ${reason}.`,
      undefined,
      `The ledger cannot be copied now: ${reason}.`,
    );
  }
}

/** These changes can never be stored, now or later: a mistake in the program that made them. */
export class UnstorableChange extends JournalError {}

/** Another process writes this journal now; this one stored nothing, and can no more. */
export class JournalSuperseded extends JournalError {
  constructor(place: string, cause?: unknown) {
    super(`Another process has taken over writing ${place}.`, cause);
  }
}

/**
 * The store has another history than this process: it came back older than it was, and may have gone on from there. What is known
 * here is not to be trusted any more; it has to be loaded again.
 */
export class JournalForked extends JournalError {
  constructor(place: string, cause?: unknown) {
    super(
      `${place} has come back with another history than it had: changes that were acknowledged are gone.`,
      cause,
    );
  }
}

/** The store is that of another ledger altogether: we have been led astray, and touch nothing. */
export class JournalReplaced extends JournalError {
  constructor(place: string) {
    super(
      `${place} has become another ledger than the one this process has loaded. Restart the service if this is meant.`,
    );
  }
}

/** Changes are missing between others. */
export class JournalGap extends JournalError {
  constructor(after: number, found: number) {
    super(`Change ${found} comes after change ${after} in the journal: those between them are missing.`);
  }
}

export class JournalClosed extends JournalError {
  constructor(place: string) {
    super(`The journal in ${place} is closed.`);
  }
}

// Opening.

/** Somebody else has it open. */
export class JournalLocked extends JournalError {
  readonly path: string;
  /** Who, as far as it can be told: 'process 7'. */
  readonly owner: string;
  constructor(path: string, owner: string | null, cause?: unknown) {
    super(
      `${path} is in use by ${owner ?? 'another process'}. Only one process at a time can have a ledger open.`,
      cause,
    );
    this.path = path;
    this.owner = owner ?? 'another process';
  }
}

export class JournalTooNew extends JournalError {
  readonly storedVersion: number;
  readonly knownVersion: number;
  /** `part` null: of its layout. */
  constructor(place: string, part: string | null, storedVersion: number, knownVersion: number) {
    const found = part === null ? 'it has layout' : `its part ${part} has schema`;
    super(
      `${place} was written by a newer program: ${found} version ${storedVersion}, ` +
        `this program knows versions up to ${knownVersion}. Use the newer program.`,
    );
    this.storedVersion = storedVersion;
    this.knownVersion = knownVersion;
  }
}

/** It has a part that none of ours is. */
export class JournalPartUnknown extends JournalError {
  readonly part: string;
  constructor(place: string, part: string) {
    super(
      `${place} has a part that this program does not know: ${part}. A newer program, or another one, has written it. ` +
        'Use that program. Nothing was changed.',
    );
    this.part = part;
  }
}

export class JournalTooOld extends JournalError {
  readonly storedVersion: number;
  readonly oldestVersion: number;
  constructor(place: string, part: string, storedVersion: number, oldestVersion: number) {
    super(
      `The part ${part} of ${place} has schema version ${storedVersion}, and this program can upgrade from version ` +
        `${oldestVersion} on. Start a program of the time in between first.`,
    );
    this.storedVersion = storedVersion;
    this.oldestVersion = oldestVersion;
  }
}

/** It was opened for reading only, and would have to be upgraded first. */
export class JournalOutdated extends JournalError {
  /** Null: the part is not there. */
  readonly storedVersion: number | null;
  readonly neededVersion: number;
  /** `part` null: of its layout. */
  constructor(place: string, part: string | null, storedVersion: number | null, neededVersion: number) {
    const found = part === null ? `${place} has layout` : `The part ${part} of ${place} has schema`;
    super(
      storedVersion === null
        ? `${place} does not have the part ${part} yet. Starting the service adds it.`
        : `${found} version ${storedVersion}, this program reads version ${neededVersion}. ` +
            'Starting the service upgrades it.',
    );
    this.storedVersion = storedVersion;
    this.neededVersion = neededVersion;
  }
}

/** The upgrade was undone: the store is as it was before. */
export class JournalMigrationFailed extends JournalError {
  constructor(place: string, { part, to, describe }: Upgrade, cause: unknown) {
    const what =
      part === null
        ? `${place} to layout version ${to}`
        : `the part ${part} of ${place} to schema version ${to}`;
    super(`Upgrading ${what} ('${describe}') failed and was undone: ${messageOf(cause)}`, cause);
  }
}

/** The tables are not those the schema version promises: they were changed by hand, or by a faulty program. */
export class JournalSchemaMismatch extends JournalError {
  constructor(place: string, difference: string) {
    super(`${place} does not have the tables this program expects: ${difference}.`);
  }
}

export class JournalMissing extends JournalError {
  constructor(path: string) {
    super(`There is no ledger at ${path}.`);
  }
}

/** The database server cannot be reached, or takes nobody just now. */
export class JournalUnreachable extends JournalError {
  constructor(place: string, cause: unknown) {
    super(`Cannot reach ${place}: ${messageOf(cause)}.`, cause);
  }
}

/** The database server is there, and does not let us in. */
export class JournalDenied extends JournalError {
  constructor(place: string, cause: unknown) {
    super(`${place} does not let us in: ${messageOf(cause)}. Check user, password and database.`, cause);
  }
}

export class JournalDirectoryMissing extends JournalError {
  constructor(path: string, directory: string) {
    super(`Cannot make a ledger at ${path}: the directory ${directory} does not exist.`);
  }
}

export class JournalUnreadable extends JournalError {
  constructor(path: string, reason: string, cause: unknown) {
    super(`Cannot read the ledger at ${path}: ${reason}.`, cause);
  }
}

export class JournalReadOnly extends JournalError {
  constructor(path: string, reason: string, cause: unknown) {
    super(`Cannot write the ledger at ${path}: ${reason}.`, cause);
  }
}

/** There is something else in its place. It has not been touched. */
export class NotAJournal extends JournalError {
  constructor(path: string, found: string, cause?: unknown) {
    super(`${path} is not a ledger: ${found}. It was left as it is.`, cause);
  }
}

export class JournalCorrupt extends JournalError {
  constructor(path: string, cause: unknown) {
    super(`The ledger at ${path} is damaged: ${messageOf(cause)}. Restore it from a backup.`, cause);
  }
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
