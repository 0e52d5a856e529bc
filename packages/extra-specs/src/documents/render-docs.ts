import { writeFileSync } from 'node:fs';
import { buildRegistry } from '../registry/registry.ts';
import { renderMarkdown } from './render-markdown.ts';

export const docsFile = new URL('../../../../docs/extra-specs.md', import.meta.url);

/** docs/extra-specs.md: every extra spec and image property that this package defines. */
export function renderDocs(): string {
  const remark = 'Rendered from packages/extra-specs/src/definitions by `npm run docs`. Do not edit.';
  return renderMarkdown(buildRegistry().registry, { remark });
}

if (import.meta.main) writeFileSync(docsFile, renderDocs());
