import { JournalFull, JournalNotTaken, JournalUnavailable } from '@berth/ledger/journal/journal-errors.ts';
import type { EventCounts } from '../metrics/event-counts.ts';
import type { Log } from '../log/log.ts';
import { OngoingTrouble } from './ongoing-trouble.ts';

export interface StoreHealthOptions {
  readonly log: Pick<Log, 'error' | 'warn'>;
  readonly events: EventCounts;
  /**
   * Rejects as long as nothing can be stored. Without one, it is taken for mended when nothing has failed for a while: whoever
   * is turned away by a load balancer cannot find out.
   */
  readonly probe?: () => Promise<void>;
  /** Told when something can be stored again. */
  readonly onMended?: () => void;
}

/**
 * Whether changes can be stored. Not so from the first that was not stored, until one is, or until a probe finds that they
 * can be: so it becomes good again without anybody's write.
 */
export class StoreHealth {
  readonly #options: StoreHealthOptions;
  readonly #trouble: OngoingTrouble;
  #reason: StoreFailureReason = 'other';
  #timer: NodeJS.Timeout | null = null;
  #pauseMs = shortestPauseMs;
  #isClosed = false;

  constructor(options: StoreHealthOptions) {
    this.#options = options;
    this.#trouble = new OngoingTrouble(options.log, {
      begins: 'changes cannot be stored: writes are answered with 503, reads go on',
      goesOn: 'changes still cannot be stored',
      ends: 'changes can be stored again',
    });
  }

  get isFailing(): boolean {
    return this.#trouble.isOn;
  }

  /** For whoever asks, without a token: it names no place. */
  healthProblems(): readonly string[] {
    return this.#trouble.isOn ? [`changes cannot be stored: ${words[this.#reason]}`] : [];
  }

  /** Something was not stored. */
  failed(error: unknown): void {
    const reason = reasonOf(error);
    this.#options.events.count('berth_store_failures_total', reason);
    // That is about one command, and a mistake of ours.
    if (!(error instanceof JournalUnavailable)) return;
    this.#reason = reason;
    this.#trouble.happened(error);
    if (this.#timer === null || this.#options.probe === undefined) this.#lookLater();
  }

  stored(): void {
    if (!this.#trouble.isOn) return;
    this.#trouble.ended();
    this.#pauseMs = shortestPauseMs;
    this.#options.onMended?.();
  }

  close(): void {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #lookLater(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    const pauseMs = this.#options.probe === undefined ? longestPauseMs : this.#pauseMs;
    this.#timer = setTimeout(() => void this.#look(), pauseMs).unref();
    this.#pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  }

  async #look(): Promise<void> {
    this.#timer = null;
    if (!this.#trouble.isOn) return;
    try {
      await this.#options.probe?.();
    } catch (error) {
      if (this.#isClosed || !this.#trouble.isOn) return;
      this.#reason = reasonOf(error);
      this.#trouble.isStillSo(error);
      this.#lookLater();
      return;
    }
    if (!this.#isClosed) this.stored();
  }
}

export type StoreFailureReason = keyof typeof words;

const words = {
  full: 'the disk is full',
  quota: 'the disk quota is used up',
  'read-only': 'the file system is read-only',
  io: 'the disk does not take them',
  unstorable: 'they are of a form that cannot be stored',
  other: 'the log says why',
} as const;

function reasonOf(error: unknown): StoreFailureReason {
  if (error instanceof JournalFull) return 'full';
  if (error instanceof JournalNotTaken) return 'io';
  if (error instanceof JournalUnavailable) return 'other';
  const { code } = error as NodeJS.ErrnoException; // Of a probe: errors of the system have one.
  return code === undefined ? 'unstorable' : (reasonOfCode[code] ?? 'other');
}

const reasonOfCode: Readonly<Record<string, StoreFailureReason>> = {
  ENOSPC: 'full',
  EDQUOT: 'quota',
  EROFS: 'read-only',
  EIO: 'io',
  EFBIG: 'io',
};

/** Soon after the first failure, and then seldom: a probe writes to a disk that is not well. */
const shortestPauseMs = 500;
const longestPauseMs = 8_000;
