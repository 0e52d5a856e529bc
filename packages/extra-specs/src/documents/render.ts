import type { Registry } from '../registry/registry.ts';
import { renderHtml } from './render-html.ts';
import { renderJsonSchema } from './render-json-schema.ts';
import { renderMarkdown } from './render-markdown.ts';
import { renderRst } from './render-rst.ts';

export interface DocumentFormat {
  readonly extension: string;
  /** What it is, for a list of formats. */
  readonly description: string;
  readonly render: (registry: Registry) => string;
}

/** What can be made of a registry, by the name that one asks for it. */
export const documentFormats = {
  rst: { extension: 'rst', description: 'reStructuredText for Sphinx', render: renderRst },
  markdown: {
    extension: 'md',
    description: 'Markdown for GitHub',
    render: (registry) => renderMarkdown(registry),
  },
  html: { extension: 'html', description: 'one HTML page with search', render: renderHtml },
  'json-schema': {
    extension: 'json',
    description: 'JSON Schema of the extra specs of a flavor',
    render: renderJsonSchema,
  },
} as const satisfies Readonly<Record<string, DocumentFormat>>;

export type FormatName = keyof typeof documentFormats;
