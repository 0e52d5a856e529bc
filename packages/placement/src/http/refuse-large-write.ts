import { conflict, HttpError } from '@berth/api-kit/http-error.ts';
import { isLargerThan, sizeOf } from '@berth/engine/commands/size-of.ts';
import type { Command } from '@berth/engine/decide.ts';
import type { App } from './app.ts';

/**
 * A write is decided, applied and stored in one step, since nobody may see half of it, and meanwhile nobody is served. So
 * one that would take long is refused before it begins. The world may be another when its turn comes, by a little.
 */
export function refuseLargeWrite(app: App, command: Command): void {
  const refusal = largeWriteRefusal(app, command);
  if (refusal) throw refusal;
}

/** Null where it is not too large. */
export function largeWriteRefusal({ world, settings }: App, command: Command): HttpError | null {
  const writeItemsMax = mostWrittenBy(command, settings);
  if (!isLargerThan(writeItemsMax, world, command)) return null;
  if (command.kind === 'rename-class') {
    return conflict(
      `Cannot rename resource class ${command.name}: more than ${writeItemsMax} providers and consumers have it.`,
    );
  }
  return new HttpError(
    413,
    `${command.kind === 'reshape' ? 'One reshape' : 'One request'} may write or replace ${writeItemsMax} consumers, allocations, inventories, traits and aggregates ` +
      `together, and this is about ${sizeOf(world, command)}. Nothing was written.`,
  );
}

/**
 * A reshape may be larger than other writes: it is all of a host or nothing, and a host that may not send it cannot start. It comes once for
 * a host and an upgrade, and only from services.
 */
export function mostWrittenBy(command: Command, { writeItemsMax }: App['settings']): number {
  return command.kind === 'reshape' ? writeItemsMax * reshapeFactor : writeItemsMax;
}

const reshapeFactor = 4;
