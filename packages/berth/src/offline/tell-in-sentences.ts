import { heldText } from '../host/held-text.ts';
import type { Progress } from '../moving/progress.ts';
import type { MigrationCounts } from './migrate-nodes.ts';
import type { NodeOutcome } from './node-outcome.ts';
import type { Tell, TellOptions } from './tell.ts';

/** For people: how far it has come and what has failed; in a dry run, instead, all that would move. At the end, what it has come to. */
export function tellInSentences(options: TellOptions, progress: Progress): Tell {
  const { isDryRun, print, complain } = options;
  let done = 0;
  return {
    // What a dry run prints shows how far it has come.
    begin: (nodes) => (isDryRun ? undefined : progress.start('nodes', nodes)),
    node: (outcome) => {
      done += 1;
      if (isDryRun) for (const line of plannedLines(outcome)) print(line);
      // The bar is left where it is, and begins again on another line.
      else if (outcome.kind === 'failed') progress.end(done);
      else progress.at(done);
      if (outcome.kind === 'failed')
        complain(`berth: node ${outcome.node.name}: ${outcome.reasons.join('. ')}`);
    },
    end: (counts) => {
      if (!isDryRun) progress.end(done);
      for (const warning of counts.warnings) complain(`berth: ${warning}`);
      print(`${options.ledger}: ${summary(counts, isDryRun)}`);
    },
  };
}

function* plannedLines({ node, kind, moves, names }: NodeOutcome): Generator<string> {
  if (kind === 'unchanged') return;
  const change = kind === 'updated' ? 'would be updated, without moving anything' : 'would be reshaped';
  yield `${node.name} (${node.uuid}): ${kind === 'failed' ? 'would fail' : change}`;
  for (const { consumer, before, after } of moves) {
    yield `  consumer ${consumer}`;
    yield `    before: ${heldText(before, names)}`;
    yield `    after:  ${heldText(after, names)}`;
  }
}

function summary({ nodes, byKind, moved, left }: MigrationCounts, isDryRun: boolean): string {
  const { reshaped, updated, unchanged, failed } = byKind;
  const were = isDryRun ? 'would be' : 'were';
  const parts = [
    reshaped === 0
      ? 'nothing had to be reshaped'
      : `${reshaped} ${were} reshaped, and ${moved} consumers moved`,
    ...(updated === 0 ? [] : [`${updated} ${were} updated without moving anything`]),
    `${unchanged} ${isDryRun ? 'are' : 'were'} as they should be`,
    ...(failed === 0 ? [] : [`${failed} ${isDryRun ? 'would fail' : 'failed'}`]),
    ...(left === 0 ? [] : [`${left} were not begun: run it again`]),
  ];
  return `${nodes} ${nodes === 1 ? 'node' : 'nodes'}: ${parts.join('; ')}.${isDryRun ? ' Nothing was changed.' : ''}`;
}
