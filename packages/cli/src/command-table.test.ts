import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { flagsOf } from './command/flags-of.ts';
import { formatOptions } from './command/format-arguments.ts';
import { globalOptions } from './command/global-options.ts';
import { clientCommands } from './command-table.ts';
import { docsFile, renderDocs } from './render-docs.ts';

const listed = Object.values(clientCommands).flat();

test('the document of all commands is what the definitions say', async () => {
  assert.equal(readFileSync(docsFile, 'utf8'), await renderDocs());
});

test('no two commands have the same words', () => {
  const names = listed.flatMap(({ name, alias }) => (alias === undefined ? [name] : [name, alias]));
  assert.equal(new Set(names).size, names.length);
});

test('no two options of a command have the same spelling, and those that exclude each other are there', async () => {
  for (const { name, load } of listed) {
    const { options, output } = await load();
    const flags = [
      ...Object.entries({ ...formatOptions(output), ...options }).flatMap(([key, taken]) =>
        flagsOf(key, taken),
      ),
      ...globalOptions.flatMap((option) => [option.name, ...(option.aliases ?? [])]),
    ];
    assert.deepEqual(
      flags.filter((flag, index) => flags.indexOf(flag) !== index),
      [],
      name,
    );
    for (const { not = [] } of Object.values(options))
      for (const other of not) assert.ok(other in options, `${name}: ${other}`);
  }
});

test('every command that is listed says what it does in a sentence', () => {
  for (const { name, summary } of listed) assert.match(summary, /^[A-Z].*\.$/, name);
});
