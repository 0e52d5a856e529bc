import { explainedDifferences } from './explained.ts';
import { newestCompared } from './versions.ts';

/** The part of docs/differences.md about compute. */
export function renderComputeDifferences(): string {
  const entries = explainedDifferences.map(
    ({ id, describe, reason }) => `### ${id}\n\n${describe}\n\n*Why ours is right:* ${reason}\n`,
  );
  return `## Compute

Berth's compute service answers as Nova does, up to 2.${newestCompared}, which is as far as the Nova goes that it is compared with
(\`test/compute/\`). The comparison knows the differences below, and no others.

${entries.join('\n')}`;
}
