import { explained } from './explained.ts';

/** The part of docs/differences.md about images. */
export function renderImageDifferences(): string {
  const entries = explained.map(
    ({ id, describe, reason }) => `### ${id}\n\n${describe}\n\n*Why ours is right:* ${reason}\n`,
  );
  return `## Images

Berth's image service answers as Glance does (\`test/images/\`), for what there is of it ([images.md](images.md)). The comparison knows the differences below, and no others. Besides, properties have names of 255 characters at most however they are
set, members are ids of projects (texts of 255 characters), and an upload that says its MD5 (\`Content-MD5\`) has to have it.

${entries.join('\n')}`;
}
