import { newRequestId } from '@berth/api-kit/new-request-id.ts';
import { unavailable } from '@berth/api-kit/http-error.ts';
import { createService, type Handle } from '@berth/api-kit/service.ts';
import { JournalError } from '@berth/ledger/journal/journal-errors.ts';
import type { ComputeLedger, ComputeServiceSettings } from './create-compute-service.ts';
import type { HostLine } from './hosts/host-line.ts';
import { HostPresence } from './hosts/host-presence.ts';
import { OrderBell } from './hosts/order-bell.ts';
import { type Leadership, watchHosts } from './hosts/watch-hosts.ts';
import { toHttpError } from './http/errors.ts';
import type { HostApp } from './http/hosts/host-app.ts';
import { hostDialect } from './http/hosts/host-dialect.ts';
import { listHostServers } from './http/hosts/list-host-servers.ts';
import { listOrders } from './http/hosts/list-orders.ts';
import { registerHost } from './http/hosts/register-host.ts';
import { reportOutcomes } from './http/hosts/report-outcomes.ts';

export interface HostServiceSettings
  extends Pick<ComputeServiceSettings, 'authenticate' | 'policy' | 'now' | 'onUnavailable' | 'onFault'> {
  readonly retries: HostApp['retries'];
  /** A host that is not heard of for longer counts as down. */
  readonly silenceMaxMs: number;
  /** Only ever goes on, in milliseconds. */
  readonly clock: () => number;
  /** How many hosts may wait for something to do at one time. */
  readonly waitingMax: number;
  /** It could not be written who has gone; it is tried again. */
  readonly onTrouble: (reason: unknown) => void;
}

export interface HostLedger extends ComputeLedger {
  /** Calls whenever the state has changed. */
  readonly onNews: (tell: () => void) => void;
  readonly line: HostLine;
  /** Absent: it always leads, and writes only when it is asked to. */
  readonly leadership: Leadership | undefined;
}

/** What agents of hosts ask for and report to. */
export function createHostService(ledger: HostLedger, options: HostServiceSettings): Handle {
  const { cloud, commit, line, onNews, leadership } = ledger;
  const { silenceMaxMs, waitingMax, onTrouble } = options;
  const presence = new HostPresence(silenceMaxMs, options);
  if (leadership) {
    const write = (command: Parameters<typeof commit>[0]) => commit(command, () => undefined);
    const everyMs = silenceMaxMs / looksInSilence;
    watchHosts({ presence, cloud, commit: write, leadership, everyMs, onTrouble });
  }
  const bell = new OrderBell(() => cloud().compute.orders.ready, onNews, waitingMax);
  line.questions.onAsked = (host) => bell.ring(host);
  const app: HostApp = {
    get cloud() {
      return cloud();
    },
    commit,
    newId: () => crypto.randomUUID(),
    retries: options.retries,
    presence,
    bell,
    line,
    isLeading: leadership?.isLeading ?? (() => true),
  };
  return createService({
    app,
    dialect: hostDialect,
    endpoints: [registerHost, listOrders, reportOutcomes, listHostServers],
    authenticate: options.authenticate,
    policy: options.policy,
    now: options.now,
    newRequestId,
    toHttpError: (thrown) =>
      thrown instanceof JournalError ? unavailable(thrown.told) : toHttpError(thrown),
    onUnavailable: options.onUnavailable,
    onFault: options.onFault,
  });
}

/** How often it is looked who has gone, in the time that a host may be silent. */
const looksInSilence = 6;
