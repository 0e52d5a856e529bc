import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { runsOf, seed } from '@berth/testing/random-cases.ts';
import { buildRegistry, type Registry } from '../registry/registry.ts';
import { documentOf } from './document.ts';
import { renderRst } from './render-rst.ts';
import { expectedTexts } from './testing/expected-texts.ts';
import { hostileRegistry } from './testing/hostile-registry.ts';
import { askPython, debianPython, hasPython } from './testing/python.ts';

test('what this package defines is rendered with labels, and references both ways', () => {
  const text = renderRst(buildRegistry().registry);
  assert.match(text, /^\.\. _extra-spec-hw-cpu-policy:\n\n``hw:cpu_policy``\n~{17}\n/m);
  assert.match(text, /^\.\. _image-property-hw-cpu-policy:\n\n``hw_cpu_policy``\n~{17}\n/m);
  assert.match(text, /:ref:`hw_cpu_policy <image-property-hw-cpu-policy>`/);
  assert.match(text, /:ref:`hw:cpu_policy <extra-spec-hw-cpu-policy>`/);
  assert.match(
    text,
    /^\.\. warning::\n\n {3}Deprecated since .*:ref:`hw:hide_hypervisor_id\n? ?<extra-spec-hw-hide-hypervisor-id>`/ms,
  );
  assert.match(text, /^ {3}\* \.\. _extra-spec-trait-group-hw-cpu-x86-avx2:\n\n {5}``HW_CPU_X86_AVX2``$/m);
  assert.doesNotMatch(text, /[^\n]{200}/, 'lines are short enough to be read');
});

test('Sphinx builds what this package defines without a warning', (context) => {
  if (!hasPython(context, 'sphinx', 'python3-sphinx')) return;
  assertBuilt(buildRegistry().registry);
});

test('Sphinx shows hostile texts as they are, and warns of none', (context) => {
  if (!hasPython(context, 'sphinx', 'python3-sphinx')) return;
  assertBuilt(hostileRegistry(runsOf(150), seed()));
});

/** That Sphinx has nothing to say about the page, and has understood of each heading just what the document says. */
function assertBuilt(registry: Registry): void {
  const directory = mkdtempSync(join(tmpdir(), 'extra-specs-sphinx-'));
  try {
    // Quotation marks would be made beautiful.
    writeFileSync(join(directory, 'conf.py'), "html_theme = 'basic'\nsmartquotes = False\n");
    writeFileSync(join(directory, 'index.rst'), renderRst(registry));
    const options = ['-W', '--keep-going', '-n', '-q', '-b', 'html', '-d', join(directory, 'trees')];
    const sphinx = spawnSync(debianPython, ['-m', 'sphinx', ...options, directory, join(directory, 'html')], {
      encoding: 'utf8',
    });
    assert.equal(sphinx.stderr, '');
    assert.equal(sphinx.status, 0);
    const sections = askPython('read-doctree.py', [
      join(directory, 'trees/index.doctree'),
    ]) as SphinxSection[];
    const byLabel = new Map(sections.flatMap(({ labels, texts }) => labels.map((label) => [label, texts])));
    const expected = expectedTexts(documentOf(registry));
    assert.ok(expected.length > 100);
    for (const { label, texts } of expected) assert.deepEqual(byLabel.get(label), texts, label);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

interface SphinxSection {
  readonly labels: readonly string[];
  readonly texts: readonly string[];
}
