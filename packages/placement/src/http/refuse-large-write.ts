import { conflict, HttpError } from '@berth/api-kit/http-error.ts';
import { isLargerThan, sizeOf } from '@berth/engine/commands/size-of.ts';
import type { Command } from '@berth/engine/decide.ts';
import type { App } from './app.ts';

/**
 * A write is decided, applied and stored in one step, since nobody may see half of it, and meanwhile nobody is served. So
 * one that would take long is refused before it begins. The world may be another when its turn comes, by a little.
 */
export function refuseLargeWrite({ world, settings }: App, command: Command): void {
  const { writeItemsMax } = settings;
  if (!isLargerThan(writeItemsMax, world, command)) return;
  if (command.kind === 'rename-class') {
    throw conflict(
      `Cannot rename resource class ${command.name}: more than ${writeItemsMax} providers and consumers have it.`,
    );
  }
  throw new HttpError(
    413,
    `One request may write or replace ${writeItemsMax} consumers, allocations, inventories, traits and aggregates ` +
      `together, and this is about ${sizeOf(world, command)}. Nothing was written.`,
  );
}
