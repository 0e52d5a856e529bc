import { ServiceError } from '@berth/client/service-error.ts';
import { CommandFailure } from '../command/command-failure.ts';

/** What only Berth can be asked: others have no such path, and that is told. `missing`: what else a 404 can mean. */
export async function ofBerthAlone<Answer>(ask: () => Promise<Answer>, missing?: string): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ServiceError && error.status === 404)) throw error;
    const reason = missing === undefined ? '' : ` Or: ${missing}`;
    throw new CommandFailure(`This Placement cannot tell: only Berth can.${reason}`);
  }
}
