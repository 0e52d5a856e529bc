import type { Operation } from './history.ts';

/** An operation for people. */
export function describe(operation: Operation | null): string {
  if (operation === null) return 'nothing';
  const { id, client, process, asked, startedMs, endedMs, outcome } = operation;
  const time = `${startedMs.toFixed(2)} to ${endedMs.toFixed(2)} ms`;
  return `operation ${id} (client ${client}, process ${process}, ${time}) ${JSON.stringify(asked)} → ${JSON.stringify(outcome)}`;
}
