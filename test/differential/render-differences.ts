import { writeFileSync } from 'node:fs';
import { renderComputeDifferences } from '../compute/render-differences.ts';
import { renderImageDifferences } from '../images/render-differences.ts';
import { renderExtraSpecDifferences } from '../extra-specs/render-differences.ts';
import { explained } from './explained.ts';

export const differencesFile = new URL('../../docs/differences.md', import.meta.url);

/** docs/differences.md: where Berth answers otherwise than the originals, and why. */
export function renderDifferences(): string {
  const entries = explained.map(
    ({ id, describe, reason }) => `## ${id}\n\n${describe}\n\n*Why ours is right:* ${reason}\n`,
  );
  return `# Differences from the original

<!-- Rendered from test/differential/explained.ts, test/compute/explained.ts, test/compute/conformance/left-out.ts, test/images/explained.ts and packages/extra-specs/src/testing/nova/ by \`npm run docs\`. Do not edit. -->

Berth answers as OpenStack Placement does: status, codes, bodies and texts. A test sends random requests to both and compares
(\`test/differential/\`); it knows the differences below, and no others. What the original leaves to chance (the order of lists,
which candidates a limit leaves) is not compared. Then come compute and extra specs, where the original is Nova, and images, where it is Glance.

${entries.join('\n')}
${renderComputeDifferences()}
${renderImageDifferences()}
${renderExtraSpecDifferences()}`;
}

if (import.meta.main) writeFileSync(differencesFile, renderDifferences());
