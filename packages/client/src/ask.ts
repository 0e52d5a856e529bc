import { ServiceError } from './service-error.ts';
import { Misshapen, type Shape } from './shape.ts';
import type { ServiceAnswer, ServiceRequest, Transport } from './transport.ts';

/** Sends a request and reads what the answer says. Throws `ServiceError` where it is a no, or has not the shape that was promised. */
export async function ask<Value>(
  transport: Transport,
  request: ServiceRequest,
  shape: Shape<Value>,
): Promise<Value> {
  const answer = await tell(transport, request);
  try {
    return shape(answer.json, 'the answer');
  } catch (error) {
    if (error instanceof Misshapen) throw new ServiceError(request, answer, error.message);
    throw error;
  }
}

/** The same, where nothing is to be read. */
export async function tell(transport: Transport, request: ServiceRequest): Promise<ServiceAnswer> {
  const answer = await transport.send(request);
  if (answer.status < 200 || answer.status > 299) throw new ServiceError(request, answer);
  return answer;
}
