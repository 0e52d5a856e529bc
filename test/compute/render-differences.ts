import { leftOut } from './conformance/left-out.ts';
import { explainedDifferences } from './explained.ts';
import { newestCompared } from './versions.ts';

/** The part of docs/differences.md about compute. */
export function renderComputeDifferences(): string {
  const entries = explainedDifferences.map(
    ({ id, describe, reason }) => `### ${id}\n\n${describe}\n\n*Why ours is right:* ${reason}\n`,
  );
  return `## Compute

Berth's compute service answers as Nova does, up to 2.${newestCompared}, which is as far as the Nova goes that it is compared with
(\`test/compute/\`). The comparison knows the differences below, and no others. What Nova has and
ours does not serve at all is named in [compute.md](compute.md#what-is-not-there-yet), and answered as a path, or an action, that Nova does not have.

${entries.join('\n')}
### What is not there

Paths that are not there are answered with 404, and actions with 400 (\`There is no such action\`), as Nova answers what it does not know.
\`test/compute/conformance/\` looks whether all else is.

${leftOut.map(({ what, operations, reason }) => `- **${what}.** ${reason}\n\n${operationList(operations)}\n`).join('\n')}`;
}

/** Each path once, with its methods or its actions. */
function operationList(operations: readonly string[]): string {
  const byPath = Map.groupBy(operations, (operation) => operation.split(' ')[1] as string); // Each has one.
  return Array.from(byPath, ([path, all]) => {
    const said = all.map((operation) => operation.split(' ')).map(([method, , action]) => action ?? method);
    return `  \`${path}\`: ${said.join(', ')}`;
  }).join('\\\n');
}
