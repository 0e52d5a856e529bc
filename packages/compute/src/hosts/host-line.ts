import type { ComputeCloud } from '@berth/compute-engine/compute-state.ts';
import { HostQuestions } from './host-questions.ts';
import { OrderEnds } from './order-ends.ts';
import { OrderSecrets } from './order-secrets.ts';

/** What goes between those who ask for something and the hosts that do it, and does not belong into the ledger. Both services have the same one. */
export interface HostLine {
  readonly secrets: OrderSecrets;
  readonly ends: OrderEnds;
  readonly questions: HostQuestions;
  /** How long those who ask wait for a host. */
  readonly patienceMs: number;
}

/** As long as the original waits. */
const usualPatienceMs = 60_000;

/** `onNews` calls after each change of the state. */
export function openHostLine(
  cloud: () => ComputeCloud,
  onNews: (tell: () => void) => void,
  patienceMs = usualPatienceMs,
): HostLine {
  const orders = () => cloud().compute.orders;
  return {
    secrets: new OrderSecrets(orders),
    ends: new OrderEnds(orders, onNews),
    questions: new HostQuestions(),
    patienceMs,
  };
}
