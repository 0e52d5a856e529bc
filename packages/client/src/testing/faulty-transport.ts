import { serviceAnswer } from '../service-answer.ts';
import { type ServiceAnswer, type ServiceRequest, type Transport, Unreachable } from '../transport.ts';

/** What goes wrong with a request: before it is sent, or only after it has been carried out. */
export interface Fault {
  readonly when: 'before' | 'after';
  /** The status that is answered instead, or no answer at all. */
  readonly what: number | 'no answer';
  /** Of an error in Placement's form, such as 'placement.concurrent_update'. */
  readonly code?: string;
}

/** Which fault a request meets; `number` counts all requests from 1 on. Null: none. */
export type FaultPlan = (number: number, request: ServiceRequest) => Fault | null;

/** Another transport on which things go wrong as planned. */
export class FaultyTransport implements Transport {
  readonly #inner: Transport;
  readonly #plan: FaultPlan;
  #count = 0;

  constructor(inner: Transport, plan: FaultPlan) {
    this.#inner = inner;
    this.#plan = plan;
  }

  /** How many requests there were. */
  get count(): number {
    return this.#count;
  }

  async send(request: ServiceRequest): Promise<ServiceAnswer> {
    this.#count += 1;
    const fault = this.#plan(this.#count, request);
    if (fault === null) return this.#inner.send(request);
    if (fault.when === 'after') await this.#inner.send(request);
    return answerWith(fault, request);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }
}

/** The fault meets the request with this number, and no other. */
export function faultAt(number: number, fault: Fault): FaultPlan {
  return (each) => (each === number ? fault : null);
}

function answerWith({ when, what, code }: Fault, { method, path }: ServiceRequest): ServiceAnswer {
  if (what === 'no answer') {
    throw new Unreachable(`${method} ${path}: no answer, as planned`, { isUnsent: when === 'before' });
  }
  const error = {
    status: what,
    title: 'A fault',
    detail: 'as planned',
    ...(code === undefined ? {} : { code }),
  };
  return serviceAnswer(what, { 'content-type': 'application/json' }, JSON.stringify({ errors: [error] }));
}
