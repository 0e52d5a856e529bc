import type { Tell, TellOptions } from './tell.ts';

/** For machines: a line of JSON for each node, in the order in which they are done, and one for all of them at the end. */
export function tellAsJson({ ledger, isDryRun, print }: TellOptions): Tell {
  return {
    node: ({ node, kind, moves, names, reasons }) =>
      print(
        JSON.stringify({
          node: node.name,
          uuid: node.uuid,
          outcome: kind,
          consumers: moves.map(({ consumer, before, after }) => ({ uuid: consumer, before, after })),
          provider_names: Object.fromEntries(names),
          reasons,
        }),
      ),
    end: ({ nodes, byKind, moved, left, warnings }) =>
      print(
        JSON.stringify({
          summary: { ledger, dry_run: isDryRun, nodes, ...byKind, left, consumers_moved: moved, warnings },
        }),
      ),
  };
}
