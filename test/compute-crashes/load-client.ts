import { setTimeout as pause } from 'node:timers/promises';
import type { Prng } from '@berth/testing/prng.ts';
import { type Answer, type ComputeClient, isTaken, isUncertain } from './compute-client.ts';
import { imageIds } from './crashing-cloud.ts';
import { type CreatedTogether, type Noted, type NotedServer, sizes, type Unanswered } from './noted.ts';
import { Wrong } from './wrong.ts';

/** What can be asked of a server besides, with what it is called in the list of what was done with it. */
const actions: readonly (readonly [body: object, name: string])[] = [
  [{ 'os-stop': null }, 'stop'],
  [{ 'os-start': null }, 'start'],
  [{ reboot: { type: 'SOFT' } }, 'reboot'],
  [{ reboot: { type: 'HARD' } }, 'reboot'],
  [{ pause: null }, 'pause'],
  [{ unpause: null }, 'unpause'],
  [{ suspend: null }, 'suspend'],
  [{ resume: null }, 'resume'],
  [{ rescue: null }, 'rescue'],
  [{ unrescue: null }, 'unrescue'],
  [{ shelve: null }, 'shelve'],
  [{ shelve: null }, 'shelve'],
  [{ unshelve: null }, 'unshelve'],
  [{ unshelve: null }, 'unshelve'],
  [{ unshelve: null }, 'unshelve'],
];

const liveMove = { 'os-migrateLive': { host: null, block_migration: 'auto' } };

/**
 * One who works with servers of their own, one request after the other, and notes what was acknowledged. They are in a project of their
 * own, so that nobody else touches what they have made.
 */
export class LoadClient {
  readonly #index: number;
  readonly #client: ComputeClient;
  /** Who may have servers moved while they run. */
  readonly #manager: ComputeClient;
  readonly #noted: Noted;
  readonly #prng: Prng;
  /** How often something about a move is asked for. */
  readonly #moves: number;
  /** What it was not answered. */
  readonly unanswered: Unanswered[] = [];
  /** The servers of these: of what nobody knows it makes no further plans. */
  readonly #uncertain = new Set<NotedServer>();
  /** Servers that were made together: the answer names the first of them, and the others are to be looked for. */
  readonly made: CreatedTogether[] = [];

  constructor(
    index: number,
    { client, manager }: { readonly client: ComputeClient; readonly manager: ComputeClient },
    noted: Noted,
    prng: Prng,
    { mostlyMoves }: { readonly mostlyMoves: boolean },
  ) {
    this.#manager = manager;
    this.#moves = mostlyMoves ? 60 : 8;
    this.#index = index;
    this.#client = client;
    this.#noted = noted;
    this.#prng = prng;
  }

  /** Works until it is told to stop, whether it is answered or not. */
  async work(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      await this.#step();
      await pause(this.#prng.below(40));
    }
  }

  async #step(): Promise<void> {
    const prng = this.#prng;
    const own = this.#noted
      .of(this.#index)
      .filter((server) => server.deletion !== 'for good' && !this.#uncertain.has(server));
    const live = own.filter(({ deletion }) => deletion === 'no');
    if (own.length === 0 || (live.length < 12 && prng.chance(0.3))) return await this.#create();
    const server = prng.pick(own);
    if (server.deletion === 'restorable') {
      return prng.chance(0.5) ? await this.#restore(server) : await this.#deleteForGood(server);
    }
    await prng.weighted<() => Promise<void>>([
      [30, () => this.#act(server, ...prng.pick(actions))],
      [5, () => this.#rebuild(server)],
      [this.#moves, () => this.#act(server, { resize: { flavorRef: prng.pick(sizes).id } }, 'resize')],
      [this.#moves, () => this.#act(server, { confirmResize: null }, 'confirmResize')],
      [this.#moves, () => this.#act(server, { revertResize: null }, 'revertResize')],
      [this.#moves, () => this.#act(server, liveMove, 'live-migration', { as: this.#manager })],
      [this.#moves / 2, () => this.#endLiveMove(server)],
      [10, () => this.#delete(server)],
      [4, () => this.#deleteForGood(server)],
      [6, () => this.#metadata(server)],
      [6, () => this.#tag(server)],
      [3, () => this.#describe(server)],
      [server.isLocked ? 12 : 3, () => this.#lock(server)],
    ])();
  }

  async #create(): Promise<void> {
    const prng = this.#prng;
    const name = `c${this.#index}-${prng.uuid().slice(0, 12)}`;
    const [least, most] = prng.chance(0.7)
      ? [1, 1]
      : prng.pick([
          [2, 2],
          [1, 3],
          [3, 3],
        ] as const);
    const groupId = prng.chance(0.3) ? prng.pick(this.#noted.groups.get(this.#index) ?? []) : null;
    const metadata = prng.chance(0.5) ? { made: name } : {};
    const server = {
      name,
      flavorRef: prng.pick(sizes).id,
      imageRef: prng.weighted([
        [9, imageIds.good],
        [1, imageIds.bad],
      ]),
      networks: prng.pick(['auto', 'none']),
      metadata,
      ...(most === 1 ? {} : { min_count: least, max_count: most }),
    };
    const hints = groupId === null ? {} : { 'os:scheduler_hints': { group: groupId } };
    const answer = await this.#client.compute('POST', '/servers', { server, ...hints });
    const unanswered = { kind: 'create', client: this.#index, name, least, most, groupId, metadata } as const;
    this.#heard(answer, most === 1 ? 'create' : 'create several', unanswered, () => {
      const { id } = (answer.json as { readonly server: { readonly id: string } }).server;
      if (most > 1) this.made.push(unanswered);
      else
        this.#noted
          .add(id, { name, client: this.#index, groupId, metadata })
          .acknowledged.set(answer.requestId, 'create');
    });
  }

  async #act(
    server: NotedServer,
    body: object,
    name: string,
    {
      as = this.#client,
      note = () => undefined,
    }: { readonly as?: ComputeClient; readonly note?: () => void } = {},
  ): Promise<void> {
    const answer = await as.compute('POST', `/servers/${server.id}/action`, body);
    this.#heard(answer, name, { kind: 'action', server, deletes: null }, () => {
      server.acknowledged.set(answer.requestId, name);
      note();
    });
  }

  /** It is not to be moved after all, or at once. */
  async #endLiveMove(server: NotedServer): Promise<void> {
    const path = `/servers/${server.id}/migrations`;
    const { status, json } = await this.#manager.compute('GET', path);
    if (status !== 200) return;
    const [migration] = (json as { readonly migrations: readonly { readonly id: number }[] }).migrations;
    if (!migration) return;
    const one = `${path}/${migration.id}`;
    const isAborted = this.#prng.chance(0.5);
    const answer = isAborted
      ? await this.#manager.compute('DELETE', one)
      : await this.#manager.compute('POST', `${one}/action`, { force_complete: null });
    const name = isAborted ? 'live_migration_cancel' : 'live_migration_force_complete';
    this.#heard(answer, name, { kind: 'action', server, deletes: null }, () => {
      server.acknowledged.set(answer.requestId, name);
    });
  }

  async #rebuild(server: NotedServer): Promise<void> {
    await this.#act(server, { rebuild: { imageRef: imageIds.good } }, 'rebuild');
  }

  async #restore(server: NotedServer): Promise<void> {
    await this.#act(server, { restore: null }, 'restore', {
      note: () => (server.deletion = 'no'),
    });
  }

  async #lock(server: NotedServer): Promise<void> {
    const isLocked = !server.isLocked;
    const body = isLocked ? { lock: { locked_reason: 'by chance' } } : { unlock: null };
    await this.#act(server, body, isLocked ? 'lock' : 'unlock', {
      note: () => (server.isLocked = isLocked),
    });
  }

  async #delete(server: NotedServer): Promise<void> {
    const answer = await this.#client.compute('DELETE', `/servers/${server.id}`);
    const note = () => {
      if (server.deletion === 'no') server.deletion = 'restorable';
    };
    this.#heard(answer, 'delete', { kind: 'action', server, deletes: 'restorable' }, note);
  }

  async #deleteForGood(server: NotedServer): Promise<void> {
    const answer = await this.#client.compute('POST', `/servers/${server.id}/action`, { forceDelete: null });
    const note = () => (server.deletion = 'for good');
    this.#heard(answer, 'delete for good', { kind: 'action', server, deletes: 'for good' }, note);
  }

  async #metadata(server: NotedServer): Promise<void> {
    const key = `k${this.#prng.below(4)}`;
    const path = `/servers/${server.id}/metadata/${key}`;
    const value = this.#prng.chance(0.7) ? this.#prng.uuid() : null;
    const answer =
      value === null
        ? await this.#client.compute('DELETE', path)
        : await this.#client.compute('PUT', path, { meta: { [key]: value } });
    this.#heard(answer, 'metadata', { kind: 'metadata', server, key, value }, () => {
      if (value === null) server.metadata.delete(key);
      else server.metadata.set(key, value);
    });
  }

  async #tag(server: NotedServer): Promise<void> {
    const tag = `t${this.#prng.below(4)}`;
    const isThere = this.#prng.chance(0.7);
    const answer = await this.#client.compute(
      isThere ? 'PUT' : 'DELETE',
      `/servers/${server.id}/tags/${tag}`,
    );
    this.#heard(answer, 'tags', { kind: 'tag', server, tag, isThere }, () => {
      if (isThere) server.tags.add(tag);
      else server.tags.delete(tag);
    });
  }

  async #describe(server: NotedServer): Promise<void> {
    const description = this.#prng.uuid();
    const answer = await this.#client.compute('PUT', `/servers/${server.id}`, { server: { description } });
    this.#heard(answer, 'update', { kind: 'description', server, description }, () => {
      server.description = description;
    });
  }

  #heard(answer: Answer, name: string, unanswered: Unanswered, note: () => void): void {
    if (isTaken(answer)) {
      this.#noted.acknowledged += 1;
      this.#noted.count(name);
      note();
    } else if (isUncertain(answer)) {
      this.#noted.unanswered += 1;
      this.unanswered.push(unanswered);
      if (unanswered.kind !== 'create') this.#uncertain.add(unanswered.server);
    } else if (answer.isUnsent) {
      return;
    } else if (answer.status >= 500) {
      throw new Wrong(`${name} is answered with ${answer.status} ${answer.text}`);
    } else {
      this.#noted.refused += 1;
    }
  }
}
