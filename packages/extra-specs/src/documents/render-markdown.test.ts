import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runsOf, seed } from '@berth/testing/random-cases.ts';
import { buildRegistry, type Registry } from '../registry/registry.ts';
import { documentOf } from './document.ts';
import { plainText } from './prose.ts';
import { renderMarkdown } from './render-markdown.ts';
import { expectedTexts } from './testing/expected-texts.ts';
import { hostileRegistry } from './testing/hostile-registry.ts';
import { askPython, hasPython } from './testing/python.ts';

test('what this package defines is rendered with anchors, and links both ways', () => {
  const text = renderMarkdown(buildRegistry().registry);
  assert.match(text, /^<a id="extra-spec-hw-cpu-policy"><\/a>\n\n#### `hw:cpu_policy`$/m);
  assert.match(text, /^- Image property: \[`hw_cpu_policy`\]\(#image-property-hw-cpu-policy\): /m);
  assert.match(text, /^- Extra spec: \[`hw:cpu_policy`\]\(#extra-spec-hw-cpu-policy\): /m);
  assert.match(
    text,
    /^> \[!WARNING\]\n> Deprecated since .*\[`hw:hide_hypervisor_id`\]\(#extra-spec-hw-hide-hypervisor-id\)/m,
  );
  assert.match(text, /^\| `[A-Z0-9_]+` \| `HW_CPU_X86_AVX2` \| `[A-Z0-9_]+` \|$|\| `HW_CPU_X86_AVX2` \|/m);
  assert.equal(text.match(/^- Pattern: `.*\\d.*`$/gm)?.length, 5, 'patterns stand as they are');
});

test('a parser reads what this package defines as it is meant', (context) => {
  if (!hasPython(context, 'markdown_it', 'python3-markdown-it')) return;
  assertRead(buildRegistry().registry);
});

test('a parser reads hostile texts as they are, and finds no HTML in them', (context) => {
  if (!hasPython(context, 'markdown_it', 'python3-markdown-it')) return;
  assertRead(hostileRegistry(runsOf(150), seed()));
});

/** That there is nothing but our own markup, and under each anchor just what the document says. */
function assertRead(registry: Registry): void {
  const read = askPython('read-markdown.py', [], renderMarkdown(registry)) as MarkdownPage;
  const ours = expectedTexts(documentOf(registry), ({ label, items }) =>
    items.length === 1
      ? items.map((item) => `${label}: ${plainText(item)}`)
      : [`${label}:`, ...items.map(plainText)],
  );
  const byLabel = new Map(read.sections.map(({ label, texts }) => [label, texts]));
  for (const { label, texts } of ours) {
    const shown = byLabel.get(label)?.map((text) => text.replace(/^\[!(?:WARNING|NOTE)\] /, ''));
    // Tables have cells to spare.
    assert.deepEqual(
      shown?.filter((text) => text !== ''),
      texts,
      label,
    );
  }
  assert.deepEqual(read.html, [
    '<!-- Rendered from the definitions of extra specs: what is changed here is lost. -->',
  ]);
  const allowed = new Set([
    'text',
    'code_inline',
    'softbreak',
    'link_open',
    'link_close',
    'strong_open',
    'strong_close',
  ]);
  const blocks =
    /^(?:paragraph|heading|bullet_list|list_item|blockquote|table|thead|tbody|tr|th|td)_(?:open|close)$/;
  assert.deepEqual(
    read.kinds.filter((kind) => !allowed.has(kind) && !blocks.test(kind)),
    [],
  );
  for (const link of read.links) assert.ok(byLabel.has(link.slice(1)), link);
}

interface MarkdownPage {
  readonly sections: readonly { readonly label: string; readonly texts: readonly string[] }[];
  readonly links: readonly string[];
  readonly html: readonly string[];
  readonly kinds: readonly string[];
}
