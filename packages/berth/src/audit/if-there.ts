import { ServiceError } from '@berth/client/service-error.ts';

/** What was asked for; `none` where it has gone since it was listed. */
export async function ifThere<Value>(asked: Promise<Value>, none: Value): Promise<Value> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return none;
    throw error;
  }
}
