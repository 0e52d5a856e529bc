import { setTimeout as pause } from 'node:timers/promises';
import type { Prng } from '@berth/testing/prng.ts';
import { type ComputeClient, isTaken } from './compute-client.ts';
import type { Noted } from './noted.ts';

/**
 * Says now and then of a host that it is down, whether it is or not, has all servers evacuated from it, and says a little later that it is up again. So hosts
 * come back at any moment, those that were killed as well as those that have run all the time.
 */
export class Operator {
  readonly #admin: ComputeClient;
  readonly #noted: Noted;
  readonly #prng: Prng;
  readonly #hosts: readonly string[];
  #isDown: string | null = null;

  constructor(admin: ComputeClient, noted: Noted, prng: Prng, hosts: readonly string[]) {
    this.#admin = admin;
    this.#noted = noted;
    this.#prng = prng;
    this.#hosts = hosts;
  }

  async work(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      await pause(this.#prng.between(200, 1_500));
      const host = this.#prng.pick(this.#hosts);
      this.#isDown = host;
      if (!(await this.#force(host, true))) continue;
      for (const id of await this.#serversOn(host)) {
        const answer = await this.#admin.compute('POST', `/servers/${id}/action`, { evacuate: {} });
        if (isTaken(answer)) this.#noted.count('evacuate');
      }
      await pause(this.#prng.below(1_500));
      await this.letUp();
    }
  }

  /** Until it is up again, which the service may have to be there for. */
  async letUp(): Promise<void> {
    while (this.#isDown !== null && !(await this.#force(this.#isDown, false))) await pause(200);
    this.#isDown = null;
  }

  async #force(host: string, isDown: boolean): Promise<boolean> {
    const body = { host, binary: 'nova-compute', forced_down: isDown };
    return isTaken(await this.#admin.compute('PUT', '/os-services/force-down', body, '2.52'));
  }

  async #serversOn(host: string): Promise<readonly string[]> {
    const { json } = await this.#admin.compute('GET', `/servers?all_tenants=1&host=${host}`);
    const { servers = [] } = (json ?? {}) as { readonly servers?: readonly { readonly id: string }[] };
    return servers.map(({ id }) => id);
  }
}
