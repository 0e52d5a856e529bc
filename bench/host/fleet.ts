import { HttpTransport } from '@berth/client/http-transport.ts';
import { fixedToken } from '@berth/client/token-source.ts';
import type { Transport } from '@berth/client/transport.ts';
import type { Shape } from '@berth/host/drivers/fake/shapes.ts';
import { inParallel } from '@berth/host/in-parallel.ts';
import type { ResourceTracker } from '@berth/host/tracker/resource-tracker.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { passOf } from './count-requests.ts';
import { RequestLog } from './request-log.ts';
import { simulatedHost, trackerOf } from './simulated-host.ts';
import { type Way, ways } from './ways.ts';

export const intervalMs = 60_000;
/** As long as a report client takes a tree for what was read of it, unless told otherwise. */
const refreshMs = 300_000;
const passesPerRefresh = refreshMs / intervalMs + 1;
const hostsPerTransport = 500;
export const socketsPerTransport = 8;
const startsAtATime = 64;

/** When hosts read what Placement has of them: in every pass, or as they do by themselves. */
export type Reading = 'each pass' | 'each sixth';

interface Member {
  readonly tracker: ResourceTracker;
  /** On the clock of its report client, which we put forward instead of waiting. */
  now: number;
}

/** What the hosts have done, all of them together. */
export interface Passes {
  readonly passes: number;
  readonly ms: number;
  readonly log: RequestLog;
}

/** The trackers of many hosts in this process, as right after their start. */
export class Fleet {
  readonly #members: readonly Member[];
  readonly #transports: readonly Transport[];
  #log = new RequestLog();

  constructor(url: string, shape: Shape, hosts: number, way: Way) {
    this.#transports = Array.from(
      { length: Math.ceil(hosts / hostsPerTransport) },
      () =>
        new HttpTransport({
          service: 'placement',
          url,
          tokens: fixedToken('admin'),
          socketsMax: socketsPerTransport,
        }),
    );
    const reached = this.#transports.map((transport) =>
      ways[way]({ send: (request) => this.#log.over(transport).send(request), close: async () => {} }),
    );
    this.#members = Array.from({ length: hosts }, (_, index) => {
      const transport = reached[Math.floor(index / hostsPerTransport)] as Transport;
      const options = { refreshMs, now: () => member.now };
      const member: Member = { tracker: trackerOf(simulatedHost(shape, index), transport, options), now: 0 };
      return member;
    });
  }

  /** The first pass of all, some at a time, without a pause: as when a whole cloud comes back. */
  startAll(): Promise<Passes> {
    return this.#timed(async () => {
      await inParallel(this.#members, startsAtATime, ({ tracker }) => passOf(tracker, true));
      return this.#members.length;
    });
  }

  /** A pass of each host every minute, one host after the other at even distances, whether or not those before are over. */
  run(minutes: number, reading: Reading): Promise<Passes> {
    const members = this.#members;
    const stepMs = reading === 'each pass' ? refreshMs + intervalMs : intervalMs;
    // Otherwise all of them, which have started together, would read in the same minute.
    if (reading === 'each sixth')
      members.forEach((member, index) => (member.now += intervalMs * (index % passesPerRefresh)));
    return this.#timed(async () => {
      const passes = Math.round(members.length * minutes);
      const startedAt = performance.now();
      const underWay: Promise<void>[] = [];
      for (let next = 0; next < passes; ) {
        const due = Math.min(passes, ((performance.now() - startedAt) / intervalMs) * members.length);
        for (; next < due; next += 1) {
          const member = members[next % members.length] as Member;
          member.now += stepMs;
          underWay.push(passOf(member.tracker, false));
        }
        await sleep(2);
      }
      await Promise.all(underWay);
      return passes;
    });
  }

  async close(): Promise<void> {
    for (const transport of this.#transports) await transport.close();
  }

  async #timed(work: () => Promise<number>): Promise<Passes> {
    this.#log = new RequestLog();
    const startedAt = performance.now();
    const passes = await work();
    return { passes, ms: performance.now() - startedAt, log: this.#log };
  }
}
