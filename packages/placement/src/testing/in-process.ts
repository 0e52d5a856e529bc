import { noauth2 } from '@berth/api-kit/auth/noauth2.ts';
import { createPolicy } from '@berth/api-kit/policy/enforcer.ts';
import type { Handle } from '@berth/api-kit/service.ts';
import { textOf } from '@berth/api-kit/response.ts';
import type { Change } from '@berth/engine/changes.ts';
import type { World } from '@berth/engine/world.ts';
import type { Journal } from '@berth/ledger/journal/journal.ts';
import type { AppLog, AppSettings } from '../http/app.ts';
import { placementOnJournal } from './placement-on-journal.ts';
import { placementRules } from '../policy/rules.ts';
import { usualSettings } from './usual-settings.ts';
import { bodyText, type RequestOptions, requestHeaders } from './request-headers.ts';

export interface InProcessOptions {
  /** The clock; see clocks.ts. The real one unless given. */
  readonly now?: () => number;
  /** Where they are not the usual ones. */
  readonly settings?: Partial<AppSettings>;
  /** How long things take. The real clock unless given. */
  readonly clock?: () => number;
  /** Where it is told why there were no candidates. */
  readonly log?: AppLog;
}

export interface InProcessAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined where the body is none. */
  readonly json: unknown;
  readonly text: string;
}

/** The service on a journal, without a socket. */
export interface InProcess {
  readonly world: World;
  request(method: string, target: string, options?: RequestOptions): Promise<InProcessAnswer>;
  /** Finishes the writes it has accepted, and closes the journal. */
  close(): Promise<void>;
}

/**
 * The service as `berth serve` assembles it with its usual settings (noauth2, the built-in policy), but for the
 * socket, the log and, where one is given, the clock. A fault of an endpoint is not a 500 here: the request rejects.
 */
export async function inProcess(
  journal: Journal<Change>,
  { now = Date.now, settings, clock, log }: InProcessOptions = {},
): Promise<InProcess> {
  const faults = new Map<string, unknown>();
  const placement = await placementOnJournal(journal, {
    authenticate: noauth2(),
    policy: createPolicy({ defaults: placementRules, enforceNewDefaults: false, enforceScope: true }),
    settings: { ...usualSettings, ...settings },
    now,
    ...(clock ? { clock } : {}),
    ...(log ? { log } : {}),
    onUnavailable: (reason, requestId) => void faults.set(requestId, new Error(reason)),
    onFault: (thrown, requestId) => void faults.set(requestId, thrown),
  });

  return {
    world: placement.world,
    request: requester(placement.handle, faults),
    close: async () => {
      await placement.close();
      await journal.close();
    },
  };
}

/** Asks a service that tells of its faults by the ids of requests. */
export function requester(handle: Handle, faults: ReadonlyMap<string, unknown>): InProcess['request'] {
  return async (method, target, options = {}) => {
    const response = await handle({
      method,
      target,
      headers: requestHeaders(options),
      body: Buffer.from(bodyText(options.body)),
      origin,
      remoteAddress: '127.0.0.1',
    });
    const requestId = response.headers['x-openstack-request-id'] ?? '';
    if (faults.has(requestId)) {
      throw new Error(`${method} ${target} met a fault`, { cause: faults.get(requestId) });
    }
    const text = textOf(response.body);
    return { status: response.status, headers: response.headers, json: jsonOf(text), text };
  };
}

/** What the locations in its answers begin with. */
export const origin = 'http://placement.test';

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
