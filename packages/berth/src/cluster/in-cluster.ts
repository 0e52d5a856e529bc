import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiRequest, readBody } from '@berth/api-kit/request.ts';
import type { ApiResponse } from '@berth/api-kit/response.ts';
import { newRequestId } from '@berth/api-kit/new-request-id.ts';
import type { Handle } from '@berth/api-kit/service.ts';
import type { Leader } from '@berth/ledger/following/shared-store.ts';
import { JournalError, JournalUnavailable } from '@berth/ledger/journal/journal-errors.ts';
import { changesNothing } from '../serving/changes-nothing.ts';
import type { RefuseStrangers } from '../serving/refuse-strangers.ts';
import { renderFailure } from '../serving/render-failure.ts';
import { headersToPassOn, misdirected, passedOn } from './passed-on.ts';
import { type SendToLeader, senderToLeader } from './send-to-leader.ts';

/** As much of a member as it takes to serve requests. */
export interface ServingMember {
  readonly isLeading: boolean;
  ready(): Promise<void> | undefined;
  leader(): Promise<Leader | null>;
  /** When it does not change its role any more. */
  settled(): Promise<void>;
}

export interface ClusterSettings {
  /** By which this process knows what others pass on to it. */
  readonly secret: string;
  /** What the paths of all processes begin with: the leader takes it off, as this one has done. */
  readonly pathPrefix?: string;
  /** See `Composition.previews`. */
  readonly previews?: readonly string[];
  /** See `Composition.toldLeader`. */
  readonly toldLeader?: (request: ApiRequest) => ApiRequest | null;
  /** How long a write is tried to be passed on before the client is told to come again. */
  readonly patienceMs: number;
  /** Asked before the body of what is to be passed on is read. */
  readonly refuseStrangers?: RefuseStrangers;
  readonly send?: SendToLeader;
  readonly onPassedOn?: (requestId: string, leader: string) => void;
  /** Told when a leader cannot be reached at its address, or is not who is reached there; of each time of leading once. */
  readonly onUnreachable?: (leader: Leader, reason: unknown) => void;
}

interface KnownLeader extends Leader {
  readonly address: string;
  readonly secret: string;
  /** When its lease ends, if it is not renewed; by our clock. */
  readonly untilMs: number;
}

/**
 * A service that is one of several on the same ledger. What reads is answered here, when the world is as new as it was
 * anywhere when the request came. What writes is answered by the leader.
 *
 * A write is sent to a leader once; it is sent again only when it is certain that it has not been looked at. Who is sent one that
 * is not for it says so (421) and does not pass it on; it is not sent there again.
 */
export function inCluster(handle: Handle, member: ServingMember, settings: ClusterSettings): Handle {
  const { send = senderToLeader(), previews = [], toldLeader = () => null } = settings;
  let known: KnownLeader | null = null;
  let complainedOf: string | null = null;

  return (request) => {
    const isRead = changesNothing(request, previews);
    const told = isRead && !member.isLeading ? toldLeader(request) : null;
    if (told !== null) return tellAndRead(request, told);
    if (isRead || member.isLeading) {
      const wait = member.ready();
      if (wait === undefined) return isRead ? handle(request) : writeHere(request);
      return isRead ? read(request, wait) : write(request, wait);
    }
    return write(request);
  };

  async function read(request: ApiRequest, ready: Promise<void>): Promise<ApiResponse> {
    try {
      await ready;
    } catch (error) {
      return unavailable(newRequestId(), error);
    }
    return await handle(request);
  }

  async function tellAndRead(request: ApiRequest, told: ApiRequest): Promise<ApiResponse> {
    const answer = await write(told);
    return answer.status === 204 ? await read(request, Promise.resolve(member.ready())) : answer;
  }

  function writeHere(given: ApiRequest): ReturnType<Handle> {
    const request = passedOn(given, settings.secret);
    return request === misdirected ? notForUs(newRequestId()) : handle(request ?? given);
  }

  async function write(given: ApiRequest, ready?: Promise<void>): Promise<ApiResponse> {
    const fromOther = passedOn(given, settings.secret);
    if (fromOther === misdirected) return notForUs(newRequestId());
    const request = fromOther ?? given;
    const requestId = request.requestId ?? newRequestId();
    try {
      await ready;
      // Whoever has just come to lead is known as the leader a moment before it can write.
      if (fromOther !== null) await member.settled();
      if (member.isLeading) return await handle({ ...request, requestId });
      if (fromOther !== null) return notForUs(requestId);
      return await passOn(request, requestId);
    } catch (error) {
      return unavailable(requestId, error);
    }
  }

  async function passOn(given: ApiRequest, requestId: string): Promise<ApiResponse> {
    const refusal = await settings.refuseStrangers?.({ ...given, requestId });
    if (refusal) return refusal;
    const request = { ...given, body: await readBody(given) };
    const passed = { ...request, target: `${settings.pathPrefix ?? ''}${request.target}` };
    const deadline = performance.now() + settings.patienceMs;
    /** Of whom the address was wrong: somebody there has said that it is not for them. */
    let refused: string | null = null;
    for (;;) {
      const leader = await whoLeads();
      if (leader === null) return await handle({ ...request, requestId });
      if (keyOf(leader) !== refused) {
        settings.onPassedOn?.(requestId, leader.name);
        const headers = headersToPassOn(request, requestId, leader.secret);
        const sending = await send(leader.address, passed, headers, settings.patienceMs);
        if (sending.kind === 'answered' && sending.response.status !== 421) return sending.response;
        if (sending.kind === 'unknown') {
          known = null;
          return failure(503, unknownFate, requestId);
        }
        if (sending.kind === 'answered') refused = keyOf(leader);
        complain(leader, sending.kind === 'not sent' ? sending.reason : new Error('another process answers'));
      }
      known = null;
      // Nobody waits for it any more.
      if (request.connection?.destroyed) return failure(503, notPassedOn, requestId);
      if (performance.now() > deadline) return failure(503, notPassedOn, requestId);
      await sleep(50);
    }
  }

  function complain(leader: Leader, reason: unknown): void {
    if (complainedOf === keyOf(leader)) return;
    complainedOf = keyOf(leader);
    settings.onUnreachable?.(leader, reason);
  }

  /** Null: this process does. Asked for again when the lease must have been renewed: one that is put aside takes, and is silent. */
  async function whoLeads(): Promise<KnownLeader | null> {
    if (known !== null && performance.now() < known.untilMs && !member.isLeading) return known;
    const askedMs = performance.now();
    const leader = await member.leader();
    if (leader === null) return null;
    const { address, secret } = leader;
    // A command that imports, for example.
    if (address === null || secret === null)
      throw new JournalUnavailable(`${leader.name} has the ledger to itself.`, undefined, hasItToItself);
    known = { ...leader, address, secret, untilMs: askedMs + leader.remainingMs };
    return known;
  }
}

/** One time of leading of one process. */
function keyOf({ epoch, secret }: Leader): string {
  return `${epoch} ${secret}`;
}

function unavailable(requestId: string, error: unknown): ApiResponse {
  if (!(error instanceof JournalError)) throw error;
  return failure(503, error.told, requestId);
}

function notForUs(requestId: string): ApiResponse {
  return failure(421, 'Another process was meant. Nothing was written.', requestId);
}

function failure(status: 421 | 503, detail: string, requestId: string): ApiResponse {
  const response = renderFailure({ status, detail }, requestId);
  return { ...response, headers: { ...response.headers, 'retry-after': '1' } };
}

const unknownFate =
  'The process that leads was lost before it answered. The change has been made, or it has not: look, then try again.';
const hasItToItself = 'Another program has the ledger to itself at the moment. Nothing was written.';
const notPassedOn = 'The process that leads cannot be reached at the moment. Nothing was written.';
