import type { ConsumerId, Instant } from '@berth/engine/ids.ts';
import { SharedTexts } from '../shared-texts.ts';
import type { SharedValues } from '../shared-values.ts';
import { idInRowKey, readThing, type StoredThing } from '../stored-thing.ts';
import { type TextPlace, TextStore } from '../text-store.ts';
import type { Server } from './server.ts';
import type { ServerPosition } from './server-order.ts';

/** A server that was deleted, as its row has it: what lists have to know of it, and where the rest is until somebody looks at it. */
export class UnreadServer implements ServerPosition {
  readonly id: ConsumerId;
  readonly projectId: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant | null;
  is: TextPlace | Server;

  constructor({ id, projectId, createdAt, updatedAt }: UnreadFacts, is: TextPlace) {
    this.id = id;
    this.projectId = projectId;
    this.createdAt = createdAt;
    this.updatedAt = updatedAt;
    this.is = is;
  }
}

/**
 * Servers that were deleted, and that nobody has looked at since they came from a ledger: a cloud has ten of them for each that lives, and to read
 * one takes longer than all else that is done with it when it comes.
 *
 * Flavor, image and key stand behind each other in a row, are half of it, and are the same in many. So they are kept once: the text of a server is what is
 * before and behind them, and goes on with what it has in common with others.
 */
export class UnreadServers {
  readonly #byId = new Map<ConsumerId, UnreadServer>();
  readonly #texts = new TextStore();
  readonly #common = new SharedTexts();
  readonly #shared: Pick<SharedValues, 'text'>;
  readonly #kept: (server: Server) => Server;

  constructor(shared: Pick<SharedValues, 'text'>, kept: (server: Server) => Server) {
    this.#shared = shared;
    this.#kept = kept;
  }

  get size(): number {
    return this.#byId.size;
  }

  get(id: ConsumerId): UnreadServer | undefined {
    return this.#byId.get(id);
  }

  /** Null: it lives, or nothing can be said of it without reading it. */
  put({ rowKey, text }: StoredThing): UnreadServer | null {
    const beginning = beginningOf(text);
    const id = idInRowKey<ConsumerId>(rowKey);
    if (beginning?.id !== id || !text.endsWith('}')) return null;
    const { length } = beginning;
    const end = Math.max(length, text.indexOf(behindCommon, length));
    const common = this.#common.put(text.slice(length, end));
    const place = this.#texts.put(text.slice(0, length) + text.slice(end), common);
    // Not the pieces of the text, which would keep all of it in memory.
    const projectId = this.#shared.text(beginning.projectId);
    const server = new UnreadServer({ ...beginning, id, projectId }, place);
    this.#byId.set(id, server);
    return server;
  }

  /** The whole of it, which is kept from now on. */
  read(server: UnreadServer): Server {
    const { is } = server;
    if (typeof is !== 'number') return is;
    const whole = this.#kept(this.#wholeAt(is));
    this.#texts.remove(is);
    server.is = whole;
    return whole;
  }

  remove(server: UnreadServer): void {
    this.#byId.delete(server.id);
    if (typeof server.is === 'number') this.#texts.remove(server.is);
  }

  /** Whoever goes through all of them leaves them as they are. */
  *values(): Generator<Server, void, void> {
    for (const { is } of this.#byId.values()) yield typeof is === 'number' ? this.#wholeAt(is) : is;
  }

  #wholeAt(place: TextPlace): Server {
    const own = this.#texts.read(place);
    const { length = 0 } = beginningOf(own) ?? {};
    const common = this.#texts.next(place);
    const shared = common === null ? '' : this.#common.read(common);
    return readThing('server', own.slice(0, length) + shared + own.slice(length));
  }
}

type UnreadFacts = ServerPosition & Pick<Server, 'projectId'>;

/**
 * What the row of a server that was deleted says up to there; null where it lives, or its members do not stand in the order in which this program
 * writes them. These are before anything of which clients choose the names, so that what is found is what reading all of it would give.
 */
function beginningOf(row: string): (UnreadFacts & { readonly length: number }) | null {
  const found = beginning.exec(row);
  if (found === null) return null;
  const [{ length }, id, projectId, createdAt, updatedAt] = found;
  return {
    length,
    id: id as ConsumerId,
    projectId: projectId as string, // Where it is found, all parts of it are.
    createdAt: Number(createdAt),
    updatedAt: updatedAt === 'null' ? null : Number(updatedAt),
  };
}

const text = '"[^"\\\\]*"';
const instant = '(?:[0-9]+|null)';
const beginning = new RegExp(
  `^\\{"id":"([^"\\\\]+)","number":[0-9]+,"name":${text},"hostname":${text},"description":(?:null|${text})` +
    `,"projectId":"([^"\\\\]*)","userId":${text},"createdAt":([0-9]+),"updatedAt":(${instant})` +
    `,"launchedAt":${instant},"terminatedAt":${instant},"deletedAt":[0-9]+,`,
);
const behindCommon = '"userData":';
