import type { ServiceAnswer, ServiceRequest, Transport } from '@berth/client/transport.ts';

/** What was sent over some transports, and how long each answer took. */
export class RequestLog {
  readonly durationsMs: number[] = [];
  writes = 0;
  /** Answers without a body, since nothing had changed. */
  unchanged = 0;
  /** Answers that are a no, and requests without an answer. */
  failed = 0;

  get requests(): number {
    return this.durationsMs.length;
  }

  /** The transport, with all that goes over it noted here. */
  over(transport: Transport): Transport {
    return { send: (request) => this.#noted(transport, request), close: () => transport.close() };
  }

  async #noted(transport: Transport, request: ServiceRequest): Promise<ServiceAnswer> {
    const startedAt = performance.now();
    if (request.method !== 'GET') this.writes += 1;
    try {
      const answer = await transport.send(request);
      if (answer.status === 304) this.unchanged += 1;
      if (answer.status >= 400) this.failed += 1;
      return answer;
    } catch (error) {
      this.failed += 1;
      throw error;
    } finally {
      this.durationsMs.push(performance.now() - startedAt);
    }
  }
}
