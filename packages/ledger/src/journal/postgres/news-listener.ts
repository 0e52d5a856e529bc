import type { News } from '../../following/shared-store.ts';
import { readLastPoint } from './history.ts';
import { channelOf, leaderLeft } from './own-tables.ts';
import { nameOf, type PostgresPlace, type Session } from './session.ts';

/**
 * Tells of what others notify, until it is closed. Always on one connection; when that is lost, another is made, and how far the
 * changes are by then is told, since it may have missed some.
 */
export class NewsListener {
  readonly #place: PostgresPlace;
  readonly #connect: () => Promise<Session>;
  readonly #tell: (news: News) => void;
  #session: Session | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(place: PostgresPlace, connect: () => Promise<Session>, tell: (news: News) => void) {
    this.#place = place;
    this.#connect = connect;
    this.#tell = tell;
    void this.#listen();
  }

  close(): void {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
    void this.#session?.close();
  }

  async #listen(): Promise<void> {
    let session: Session | null = null;
    try {
      session = await this.#connect();
      if (this.#isClosed) return await session.close();
      this.#session = session;
      await session.listen(channelOf(this.#place.schema), (payload) => this.#tell(newsIn(payload)));
      const { number } = await readLastPoint(session, nameOf(this.#place));
      this.#tell({ kind: 'changes', lastNumber: number });
      // Last: if it has ended by now, this tells so at once.
      session.onEnd(() => this.#listenAgain());
    } catch {
      // Whoever asks for changes is told what is wrong; here it is only tried again.
      await session?.close();
      this.#listenAgain();
    }
  }

  #listenAgain(): void {
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.#listen(), againMs).unref();
  }
}

function newsIn(payload: string): News {
  return payload === leaderLeft ? { kind: 'leader left' } : { kind: 'changes', lastNumber: Number(payload) };
}

const againMs = 500;
