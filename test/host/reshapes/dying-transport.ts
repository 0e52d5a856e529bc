import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceAnswer, ServiceRequest, Transport } from '@berth/client/transport.ts';

/** When a process is killed. */
export interface Death {
  /** The number of the request, from 1 on, or the one that moves inventory. */
  readonly at: number | 'the reshape';
  readonly when: 'before' | 'during' | 'after';
  /** How long the request has been under way, where it is killed during it. */
  readonly delayMs: number;
}

/** At which request it was, and when. */
export interface Epitaph {
  readonly request: string;
  readonly when: Death['when'];
}

/** Kills this process, as kill -9 does, at one of the requests; what it leaves on its standard output says which. */
export class DyingTransport implements Transport {
  readonly #inner: Transport;
  readonly #death: Death | null;
  #count = 0;

  constructor(inner: Transport, death: Death | null) {
    this.#inner = inner;
    this.#death = death;
  }

  get count(): number {
    return this.#count;
  }

  async send(request: ServiceRequest): Promise<ServiceAnswer> {
    this.#count += 1;
    if (this.#death === null || !this.#isTime(request)) return this.#inner.send(request);
    const { when, delayMs } = this.#death;
    const answer = when === 'before' ? null : this.#inner.send(request);
    if (when === 'during') await sleep(delayMs);
    if (when === 'after') await answer;
    return die({ request: `${request.method} ${kindOf(request.path)}`, when });
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  #isTime({ path }: ServiceRequest): boolean {
    const at = this.#death?.at;
    return at === 'the reshape' ? path === '/reshaper' : at === this.#count;
  }
}

function die(epitaph: Epitaph): never {
  writeSync(1, `${JSON.stringify(epitaph)}\n`);
  process.kill(process.pid, 'SIGKILL');
  throw new Error('still alive');
}

function kindOf(path: string): string {
  return path
    .replace(/\?.*/, '')
    .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '…')
    .replace(/(?<=\/(traits|resource_classes)\/).*/, '…');
}
