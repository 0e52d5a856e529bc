import { conflict, HttpError, unavailable } from '@berth/api-kit/http-error.ts';
import { unreachable } from '@berth/engine/assert.ts';
import type { Asked } from '../hosts/host-questions.ts';

/** What a host has told, or why whoever asked is not told. `notThere`: what it means that there is nothing to tell of. */
export function toldByHost(host: string, answer: Asked, notThere: () => HttpError): string {
  switch (answer.kind) {
    case 'told':
      return answer.output;
    case 'not there':
      throw notThere();
    case 'unsupported':
      throw notSupported();
    case 'failed':
      throw conflict(answer.message);
    case 'time':
      throw unavailable(`Host ${host} has not answered in time.`);
    case 'full':
      throw unavailable(`Host ${host} is asked too much.`);
    default:
      return unreachable(answer);
  }
}

/** Its hypervisor cannot do that at all. */
export function notSupported(): HttpError {
  return new HttpError(501, 'The requested functionality is not supported.');
}
