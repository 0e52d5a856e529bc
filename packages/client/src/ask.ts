import { ServiceError } from './service-error.ts';
import { Misshapen, type Shape } from './shape.ts';
import type { ServiceAnswer, ServiceRequest, Transport } from './transport.ts';

/** Sends a request and reads what the answer says. Throws `ServiceError` where it is a no, or has not the shape that was promised. */
export async function ask<Value>(
  transport: Transport,
  request: ServiceRequest,
  shape: Shape<Value>,
): Promise<Value> {
  return understood(request, await transport.send(request), shape);
}

/** What an answer says; throws as `ask` does. */
export function understood<Value>(
  request: ServiceRequest,
  answer: ServiceAnswer,
  shape: Shape<Value>,
): Value {
  refuseFailure(request, answer);
  try {
    return shape(answer.json, 'the answer');
  } catch (error) {
    if (error instanceof Misshapen) throw new ServiceError(request, answer, error.message);
    throw error;
  }
}

/** As `ask`, where nothing is to be read. */
export async function tell(transport: Transport, request: ServiceRequest): Promise<ServiceAnswer> {
  const answer = await transport.send(request);
  refuseFailure(request, answer);
  return answer;
}

function refuseFailure(request: ServiceRequest, answer: ServiceAnswer): void {
  if (answer.status < 200 || answer.status > 299) throw new ServiceError(request, answer);
}
