import { checkReshape, type ReshapeProblem } from '@berth/client/placement/reshape-check.ts';
import { reshaperPath } from '@berth/client/placement/reshaper.ts';
import type { ServiceAnswer, ServiceRequest, Transport } from '@berth/client/transport.ts';

/** Another transport, over which a reshape is previewed before it is sent: the service itself only tells the first reason to refuse it. */
export class CheckingTransport implements Transport {
  readonly #inner: Transport;
  #problems: readonly ReshapeProblem[] = [];

  constructor(inner: Transport) {
    this.#inner = inner;
  }

  /** All reasons against the last reshape that was sent. */
  get problems(): readonly ReshapeProblem[] {
    return this.#problems;
  }

  async send(request: ServiceRequest): Promise<ServiceAnswer> {
    if (request.method === 'POST' && request.path === reshaperPath)
      this.#problems = await checkReshape(this.#inner, request);
    return await this.#inner.send(request);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }
}
