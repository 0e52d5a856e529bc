import {
  comparedNova,
  type DataDifference,
  dataDifferences,
} from '@berth/extra-specs/testing/nova/data-differences.ts';
import { explainedDifferences } from '@berth/extra-specs/testing/nova/explained-differences.ts';
import {
  addedProblems,
  otherRefusals,
} from '@berth/extra-specs/testing/nova-images/explained-image-differences.ts';

/** The part of docs/differences.md about extra specs. */
export function renderExtraSpecDifferences(): string {
  return `## Extra specs

Berth refuses what Nova refuses from 2.86 on, with the same text. A test lets Nova ${comparedNova} and ours judge generated keys and
values (\`packages/extra-specs/src/validation/nova.test.ts\`); it knows the differences below, and no others.

${entries(explainedDifferences)}
### definitions

What is defined has changed since Nova ${comparedNova}. These keys are not compared; all others are defined alike in both, which a
test checks.

${table('Only Nova', 'nova')}

${table('Only ours', 'ours')}

## Flavors with images

Which flavor goes with which image, on create, resize and rebuild, is compared with Nova ${comparedNova} in the same way
(\`packages/extra-specs/src/testing/nova-images/\`).

${entries([...addedProblems, ...otherRefusals])}`;
}

interface Explained {
  readonly id: string;
  readonly describe: string;
  readonly reason: string;
}

function entries(explained: readonly Explained[]): string {
  return explained
    .map(({ id, describe, reason }) => `### ${id}\n\n${describe}\n\n*Why ours is right:* ${reason}\n`)
    .join('\n');
}

function table(head: string, only: DataDifference['only']): string {
  const rows = dataDifferences
    .filter((difference) => difference.only === only)
    .map(({ keys, changed, release, isConfirmed, evidence }) => {
      const names = keys.map((key) => `\`${key}\``).join(', ');
      return `| ${names} | ${changed} | ${release}${isConfirmed ? '' : ' (unconfirmed)'} | ${evidence} |`;
    });
  return [
    `| ${head} | What changed | Release | How that is known |`,
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}
