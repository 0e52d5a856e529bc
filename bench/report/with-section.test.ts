import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withSection } from './with-section.ts';

const section = (text: string) => `## Periodic passes\n\n${text}\n`;

test('the section is put behind others, or where it was', () => {
  const first = withSection('', section('one'));
  assert.equal(first, '# Hosts\n\n## Periodic passes\n\none\n');
  assert.equal(withSection(first, section('two')), first.replace('one', 'two'));
  const others = '# Hosts\n\n## Before\n\nb\n';
  assert.equal(withSection(others, section('one')), `${others}\n${section('one')}`);
  const between = `${others}\n${section('one')}\n## After\n\na\n`;
  assert.equal(withSection(between, section('two')), between.replace('one', 'two'));
});
