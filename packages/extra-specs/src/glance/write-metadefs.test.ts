import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import type { MetadefFile } from './metadef.ts';
import { ForeignFilesError, metadefText, writeMetadefs } from './write-metadefs.ts';

const sums = 'extra-specs.sha256';

function file(name: string, description = 'A namespace.'): MetadefFile {
  return {
    fileName: `${name}.json`,
    namespace: {
      namespace: `OS::Compute::${name}`,
      display_name: name,
      description,
      visibility: 'public',
      protected: true,
      resource_type_associations: [{ name: 'OS::Nova::Flavor', prefix: 'x:' }],
      properties: {
        b: { title: 'B', description: 'b', type: 'string' },
        a: { title: 'A', description: 'a', type: 'integer' },
      },
    },
  };
}

function temporaryDirectory(context: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'berth-metadefs-'));
  context.after(() => rmSync(directory, { recursive: true }));
  return directory;
}

describe('writing metadata definitions', () => {
  test('makes the directory and one file each, in a form that is the same each time', async (context) => {
    const directory = join(temporaryDirectory(context), 'new/place');
    const result = await writeMetadefs(directory, [file('b'), file('a')]);
    assert.deepEqual(result, { written: ['a.json', 'b.json'], unchanged: [], removed: [], abandoned: [] });
    assert.deepEqual(readdirSync(directory).sort(), ['a.json', 'b.json', sums]);
    const text = readFileSync(join(directory, 'a.json'), 'utf8');
    assert.ok(text.startsWith('{\n    "namespace": "OS::Compute::a",\n') && text.endsWith('\n}\n'));
    assert.deepEqual(JSON.parse(text), file('a').namespace);
    assert.deepEqual(Object.keys(JSON.parse(text).properties), ['b', 'a']);
  });

  test('is in ASCII, and says the same', () => {
    const text = metadefText(file('a', 'Größe → 𝄞'));
    assert.doesNotMatch(text, /[^\0-\x7f]/);
    assert.equal(JSON.parse(text).description, 'Größe → 𝄞');
  });

  test('does not touch what is the same, replaces what is ours, and removes what is no more', async (context) => {
    const directory = temporaryDirectory(context);
    await writeMetadefs(directory, [file('a'), file('b'), file('c')]);
    const before = statSync(join(directory, 'a.json'));
    const result = await writeMetadefs(directory, [file('a'), file('b', 'Another text.')]);
    assert.deepEqual(result, {
      written: ['b.json'],
      unchanged: ['a.json'],
      removed: ['c.json'],
      abandoned: [],
    });
    const after = statSync(join(directory, 'a.json'));
    assert.deepEqual([after.ino, after.mtimeMs], [before.ino, before.mtimeMs]);
    assert.deepEqual(readdirSync(directory).sort(), ['a.json', 'b.json', sums]);
    assert.equal(readFileSync(join(directory, 'b.json'), 'utf8'), metadefText(file('b', 'Another text.')));
    const again = await writeMetadefs(directory, [file('a'), file('b', 'Another text.')]);
    assert.deepEqual(again.unchanged, ['a.json', 'b.json']);
    assert.deepEqual(again.written, []);
  });

  test('refuses as a whole to replace what somebody else has written or changed, unless told to', async (context) => {
    const directory = temporaryDirectory(context);
    await writeMetadefs(directory, [file('a'), file('b')]);
    writeFileSync(join(directory, 'a.json'), '{"namespace": "edited"}');
    writeFileSync(join(directory, 'c.json'), '{"namespace": "theirs"}');
    const next = [file('a'), file('b', 'Another text.'), file('c')];
    await assert.rejects(writeMetadefs(directory, next), (error) => {
      assert.ok(error instanceof ForeignFilesError);
      assert.deepEqual(error.files, ['a.json', 'c.json']);
      assert.match(error.message, /a\.json, c\.json$/);
      return true;
    });
    assert.equal(readFileSync(join(directory, 'b.json'), 'utf8'), metadefText(file('b')));
    assert.equal(readFileSync(join(directory, 'c.json'), 'utf8'), '{"namespace": "theirs"}');

    const result = await writeMetadefs(directory, next, { overwrite: true });
    assert.deepEqual(result.written, ['a.json', 'b.json', 'c.json']);
    assert.equal(readFileSync(join(directory, 'c.json'), 'utf8'), metadefText(file('c')));
    assert.deepEqual((await writeMetadefs(directory, [file('a')])).removed, ['b.json', 'c.json']);
  });

  test('leaves other files alone, and what somebody has changed that is no more', async (context) => {
    const directory = temporaryDirectory(context);
    await writeMetadefs(directory, [file('a'), file('b')]);
    writeFileSync(join(directory, 'b.json'), '{"namespace": "edited"}');
    writeFileSync(join(directory, 'other.json'), '{}');
    const result = await writeMetadefs(directory, [file('a')], { overwrite: true });
    assert.deepEqual(result, { written: [], unchanged: ['a.json'], removed: [], abandoned: ['b.json'] });
    assert.deepEqual(readdirSync(directory).sort(), ['a.json', 'b.json', sums, 'other.json']);
  });

  test('knows its own files after it was interrupted', async (context) => {
    const directory = temporaryDirectory(context);
    await writeMetadefs(directory, [file('a'), file('b')]);
    // A directory where a file should go stops the writing, after `a`, in the middle of it.
    mkdirSync(join(directory, `b.json.${process.pid}.new`));
    await assert.rejects(writeMetadefs(directory, [file('a', 'New.'), file('b', 'New.')]), {
      code: 'EISDIR',
    });
    assert.equal(readFileSync(join(directory, 'a.json'), 'utf8'), metadefText(file('a', 'New.')));
    assert.equal(readFileSync(join(directory, 'b.json'), 'utf8'), metadefText(file('b')));
    rmSync(join(directory, `b.json.${process.pid}.new`), { recursive: true });
    const result = await writeMetadefs(directory, [file('a', 'Newer.'), file('b', 'Newer.')]);
    assert.deepEqual(result.written, ['a.json', 'b.json']);
  });

  test('does not let its list of files lead it elsewhere', async (context) => {
    const outer = temporaryDirectory(context);
    const directory = join(outer, 'inner');
    await writeMetadefs(directory, [file('a')]);
    writeFileSync(join(outer, 'victim.json'), 'x');
    const hash = '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881';
    writeFileSync(join(directory, sums), `${hash}  ../victim.json\n`, { flag: 'a' });
    await writeMetadefs(directory, [file('b')]);
    assert.equal(readFileSync(join(outer, 'victim.json'), 'utf8'), 'x');
  });
});
