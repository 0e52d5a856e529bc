import { Malformed } from '@berth/api-kit/json/json-reading.ts';
import { SourceFailure } from './source-reader.ts';

/** Reads something from a service; an answer of another form than expected says which. */
export async function named<Result>(
  service: string,
  what: string,
  read: () => Promise<Result>,
): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    throw new SourceFailure(`The answer about ${what} is not that of a ${service}: ${error.message}`);
  }
}
