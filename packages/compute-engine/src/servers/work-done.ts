import type { Instant } from '@berth/engine/ids.ts';
import type { Work } from '../orders/order.ts';
import { detailsMax, messageMax } from './in-error.ts';
import type { Server } from './server.ts';
import type { PowerState, VmState } from './server-states.ts';
import { ruleOf } from './work-rules.ts';

/** A server once its host has done something with it. What it is busy with is not said here: more may be to be done. */
export function workDone(server: Server, work: Work, now: Instant): Server {
  const { vmState, powerState } = stateAfter(server, work);
  const launchedAt = launches.has(work.kind) ? now : server.launchedAt;
  // Once it runs again it is shelved no more.
  const shelved = comesBack.has(work.kind) ? null : server.shelved;
  return { ...server, vmState, powerState, launchedAt, shelved, updatedAt: now };
}

/** What a shelved server runs again by: where it was only deleted for a while, by being restored. */
const comesBack: ReadonlySet<Work['kind']> = new Set(['start', 'restore', 'unshelve']);

/** What makes a machine of a server. */
const launches: ReadonlySet<Work['kind']> = new Set(['build', 'rebuild', 'rescue', 'unshelve']);

function stateAfter(
  { vmState, powerState }: Server,
  work: Work,
): { readonly vmState: VmState; readonly powerState: PowerState } {
  const { done } = ruleOf(work);
  if (done) return done;
  // A server that was stopped is so again.
  if (work.kind === 'rebuild' && vmState !== 'stopped') return { vmState: 'active', powerState: 'running' };
  return { vmState, powerState };
}

/** A server after something could not be done with it. What went wrong is kept; clients see it as long as it is in error. */
export function workFailed(
  server: Server,
  work: Work,
  { message, details, now }: { readonly message: string; readonly details: string; readonly now: Instant },
): Server {
  const fault = faultOf({ message, details, now });
  return { ...server, vmState: isInError(server, work) ? 'error' : server.vmState, fault, updatedAt: now };
}

export function faultOf({
  message,
  details,
  now,
}: {
  readonly message: string;
  readonly details: string;
  readonly now: Instant;
}): NonNullable<Server['fault']> {
  return {
    code: 500,
    message: message.slice(0, messageMax),
    details: details.slice(0, detailsMax),
    at: now,
  };
}

function isInError({ powerState }: Server, work: Work): boolean {
  const { failed } = ruleOf(work);
  return failed === 'error' || (failed === 'error unless running' && powerState !== 'running');
}
