import type { Claim } from '../commands/claim.ts';
import type { Command } from '../decide.ts';
import type { ProviderId } from '../ids.ts';
import type { World } from '../world.ts';

/** A command of `arbitraryCommand`, whose generations are offsets, with the generations that are meant here and now. */
export function withRealGenerations(world: World, command: Command): Command {
  switch (command.kind) {
    case 'set-inventories':
    case 'set-traits':
    case 'set-aggregates':
      if (command.expectedGeneration === null) return command;
      return { ...command, expectedGeneration: generationOf(command.id) + command.expectedGeneration };
    case 'update-inventory':
      return { ...command, expectedGeneration: generationOf(command.id) + command.expectedGeneration };
    case 'set-allocations':
      return { ...command, claims: command.claims.map(withRealGeneration) };
    case 'reshape':
      return {
        ...command,
        claims: command.claims.map(withRealGeneration),
        inventories: command.inventories.map((reshaped) => ({
          ...reshaped,
          expectedGeneration: generationOf(reshaped.id) + reshaped.expectedGeneration,
        })),
      };
    default:
      return command;
  }

  function generationOf(id: ProviderId): number {
    return world.providers.get(id)?.generation ?? 0;
  }

  /** Null stays: the consumer is expected to be new. */
  function withRealGeneration(claim: Claim): Claim {
    const offset = claim.expectedGeneration;
    if (offset === undefined || offset === null) return claim;
    const consumer = world.consumers.get(claim.consumerId);
    if (!consumer && offset === 0) return { ...claim, expectedGeneration: null };
    return { ...claim, expectedGeneration: (consumer?.generation ?? 0) + offset };
  }
}
