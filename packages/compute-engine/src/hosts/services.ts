import { Collection } from '../collection.ts';
import type { ServiceId } from '../ids.ts';
import type { ComputeService } from './compute-service.ts';

/** The agents of all hosts. A host has one. */
export class Services extends Collection<ServiceId, ComputeService> {
  readonly #byHost = new Map<string, ComputeService>();

  ofHost(host: string): ComputeService | undefined {
    return this.#byHost.get(host);
  }

  protected override onPut(service: ComputeService): void {
    this.#byHost.set(service.host, service);
  }

  protected override onGone({ host }: ComputeService): void {
    this.#byHost.delete(host);
  }
}
