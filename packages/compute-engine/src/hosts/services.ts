import { Collection } from '../collection.ts';
import type { ServiceId } from '../ids.ts';
import type { ComputeService } from './compute-service.ts';

/** The agents of all hosts. A host has one. */
export class Services extends Collection<ServiceId, ComputeService> {
  readonly #byHost = new Map<string, ComputeService>();
  readonly #failedBuilds = new Map<string, number>();
  #revision = 0;

  /** Counts up with whatever happens to one of them. */
  get revision(): number {
    return this.#revision;
  }

  /** How many servers in a row could not be built on a host; hosts on which the last one could are not in it. */
  get failedBuilds(): ReadonlyMap<string, number> {
    return this.#failedBuilds;
  }

  ofHost(host: string): ComputeService | undefined {
    return this.#byHost.get(host);
  }

  protected override onPut(service: ComputeService): void {
    this.#byHost.set(service.host, service);
    if (service.failedBuilds > 0) this.#failedBuilds.set(service.host, service.failedBuilds);
    this.#revision++;
  }

  protected override onGone({ host }: ComputeService): void {
    this.#byHost.delete(host);
    this.#failedBuilds.delete(host);
    this.#revision++;
  }
}
