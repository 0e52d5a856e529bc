import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiRequest, readBody } from '@berth/api-kit/request.ts';
import type { ApiResponse } from '@berth/api-kit/response.ts';
import { newRequestId } from '@berth/api-kit/server/failure.ts';
import type { Handle } from '@berth/api-kit/service.ts';
import type { Leader } from '@berth/ledger/following/shared-store.ts';
import { JournalError } from '@berth/ledger/journal/journal-errors.ts';
import { changesNothing } from '../serving/changes-nothing.ts';
import type { RefuseStrangers } from '../serving/refuse-strangers.ts';
import { renderFailure } from '../serving/render-failure.ts';
import { headersToPassOn, passedOn } from './passed-on.ts';
import { sendToLeader } from './send-to-leader.ts';

/** As much of a member as it takes to serve requests. */
export interface ServingMember {
  readonly isLeading: boolean;
  ready(): Promise<void> | undefined;
  leader(): Promise<Leader | null>;
}

export interface ClusterSettings {
  /** By which this process knows what others pass on to it. */
  readonly secret: string;
  /** What the paths of all processes begin with: the leader takes it off, as this one has done. */
  readonly pathPrefix?: string;
  /** How long a write is tried to be passed on before the client is told to come again. */
  readonly patienceMs: number;
  /** Asked before the body of what is to be passed on is read. */
  readonly refuseStrangers?: RefuseStrangers;
  readonly onPassedOn?: (requestId: string, leader: string) => void;
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
 * A write is sent to a leader once; it is sent again only when it is certain that it has not been looked at.
 */
export function inCluster(handle: Handle, member: ServingMember, settings: ClusterSettings): Handle {
  let known: KnownLeader | null = null;

  return (request) => {
    const isRead = changesNothing(request);
    if (isRead || member.isLeading) {
      const wait = member.ready();
      if (wait === undefined)
        return handle(isRead ? request : (passedOn(request, settings.secret) ?? request));
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

  async function write(given: ApiRequest, ready?: Promise<void>): Promise<ApiResponse> {
    const fromOther = passedOn(given, settings.secret);
    const request = fromOther ?? given;
    const requestId = request.requestId ?? newRequestId();
    try {
      await ready;
      if (member.isLeading) return await handle({ ...request, requestId });
      if (fromOther !== null) return misdirected(requestId);
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
    for (;;) {
      const leader = await whoLeads();
      if (leader === null) return await handle({ ...request, requestId });
      settings.onPassedOn?.(requestId, leader.name);
      const headers = headersToPassOn(request, requestId, leader.secret);
      const sending = await sendToLeader(leader.address, passed, headers, settings.patienceMs);
      if (sending.kind === 'answered' && sending.response.status !== 421) return sending.response;
      known = null;
      if (sending.kind === 'unknown') return failure(503, unknownFate, requestId);
      if (performance.now() > deadline) return failure(503, nobodyLeads, requestId);
      await sleep(50);
    }
  }

  /** Null: this process does. Asked for again when the lease must have been renewed: one that is put aside takes, and is silent. */
  async function whoLeads(): Promise<KnownLeader | null> {
    if (known !== null && performance.now() < known.untilMs && !member.isLeading) return known;
    const askedMs = performance.now();
    const leader = await member.leader();
    if (leader === null) return null;
    const { address, secret } = leader;
    if (address === null || secret === null) throw new Error('the leader takes nothing from others');
    known = { ...leader, address, secret, untilMs: askedMs + leader.remainingMs };
    return known;
  }
}

function unavailable(requestId: string, error: unknown): ApiResponse {
  if (!(error instanceof JournalError)) throw error;
  return failure(503, error.told, requestId);
}

function misdirected(requestId: string): ApiResponse {
  return failure(421, 'Another process leads now. Nothing was written.', requestId);
}

function failure(status: 421 | 503, detail: string, requestId: string): ApiResponse {
  const response = renderFailure({ status, detail }, requestId);
  return { ...response, headers: { ...response.headers, 'retry-after': '1' } };
}

const unknownFate =
  'The process that leads was lost before it answered. The change has been made, or it has not: look, then try again.';
const nobodyLeads = 'No process leads at the moment. Nothing was written.';
