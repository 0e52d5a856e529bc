import assert from 'node:assert/strict';
import { chownSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { givenFiles } from '@berth/testing/given-files.ts';
import { findPlugins } from './find-plugins.ts';
import { describePluginIssue } from './plugin.ts';
import { manifest } from './testing/manifest.ts';

describe('among the installed packages', () => {
  test('those that declare extra specs are found, by name, and nothing of them is executed', async (context) => {
    const directory = givenFiles(context, {
      'node_modules/zinc/package.json': manifest('zinc', { zinc: './lib/zinc.js', alloy: './alloy.js' }),
      'node_modules/zinc/lib/zinc.js': 'process.exit(1)',
      'node_modules/@metals/iron/package.json': manifest('@metals/iron', { iron: './iron.js' }),
      'node_modules/copper/package.json': manifest('copper', { copper: './copper.js' }),
      'node_modules/other/package.json': { name: 'other', version: '1.0.0' },
      'node_modules/later/package.json': { name: 'later', version: '1.0.0', berth: { somethingElse: {} } },
    });
    const { plugins, issues } = await findPlugins({ directory });
    assert.deepEqual(issues, []);
    assert.deepEqual(plugins, [
      {
        name: '@metals/iron',
        version: '1.2.3',
        directory: join(directory, 'node_modules/@metals/iron'),
        entries: [{ name: 'iron', module: './iron.js' }],
      },
      {
        name: 'copper',
        version: '1.2.3',
        directory: join(directory, 'node_modules/copper'),
        entries: [{ name: 'copper', module: './copper.js' }],
      },
      {
        name: 'zinc',
        version: '1.2.3',
        directory: join(directory, 'node_modules/zinc'),
        entries: [
          { name: 'zinc', module: './lib/zinc.js' },
          { name: 'alloy', module: './alloy.js' },
        ],
      },
    ]);
  });

  test('one that belongs to another user is not used unless it is named', async (context) => {
    if (process.getuid?.() !== 0) return context.skip('NOT RUN AS ROOT: no file can be given away');
    const directory = givenFiles(context, {
      'node_modules/zinc/package.json': manifest('zinc', { zinc: './zinc.js' }),
      'site/node_modules/iron/package.json': manifest('iron', { iron: './iron.js' }),
    });
    const site = join(directory, 'site');
    chownSync(join(directory, 'node_modules'), 12_345, 12_345);
    const { plugins, issues } = await findPlugins({ directory: site });
    assert.deepEqual(
      plugins.map(({ name }) => name),
      ['iron'],
    );
    assert.deepEqual(issues, [
      {
        plugin: 'zinc',
        entry: null,
        place: join(directory, 'node_modules/zinc'),
        text: 'belongs to another user, and is not used unless it is named',
      },
    ]);
    assert.equal((await findPlugins({ directory: site, packages: ['zinc'] })).plugins.length, 1);
    chownSync(join(site, 'node_modules/iron'), 12_345, 12_345);
    assert.deepEqual((await findPlugins({ directory: site })).plugins, []);
  });

  test('the nearest of a name has it, whatever is in it, and directories above count', async (context) => {
    const directory = givenFiles(context, {
      'node_modules/far/package.json': manifest('far', { far: './far.js' }),
      'node_modules/both/package.json': manifest('both', { both: './outer.js' }),
      'node_modules/silent/package.json': manifest('silent', { silent: './outer.js' }),
      'node_modules/broken/package.json': manifest('broken', { broken: './outer.js' }),
      'site/node_modules/both/package.json': manifest('both', { both: './inner.js' }),
      'site/node_modules/silent/package.json': { name: 'silent', version: '2.0.0' },
      'site/node_modules/broken/package.json': '{',
    });
    mkdirSync(join(directory, 'site/deep/inside'), { recursive: true });
    const { plugins, issues } = await findPlugins({ directory: join(directory, 'site/deep/inside') });
    assert.deepEqual(
      plugins.map(({ name, entries }) => [name, entries[0]?.module]),
      [
        ['both', './inner.js'],
        ['far', './far.js'],
      ],
    );
    assert.deepEqual(
      issues.map(({ place }) => place),
      [join(directory, 'site/node_modules/broken/package.json')],
    );
  });

  test('links are followed, and one that leads nowhere is reported', async (context) => {
    const directory = givenFiles(context, {
      'work/linked/package.json': manifest('linked', { linked: './linked.js' }),
      'site/node_modules/.package-lock.json': '{',
    });
    symlinkSync('../../work/linked', join(directory, 'site/node_modules/linked'));
    symlinkSync('../../work/gone', join(directory, 'site/node_modules/gone'));
    const { plugins, issues } = await findPlugins({ directory: join(directory, 'site') });
    assert.deepEqual(
      plugins.map((plugin) => plugin.directory),
      [join(directory, 'work/linked')],
    );
    assert.deepEqual(issues.map(describePluginIssue), [
      `plug-in gone: is a link that leads to no directory (${directory}/site/node_modules/gone)`,
    ]);
  });

  test('what is no package is passed over', async (context) => {
    const directory = givenFiles(context, {
      'node_modules/.bin/package.json': manifest('bin', { bin: './bin.js' }),
      'node_modules/remains/lib/index.js': '',
      'node_modules/file.txt': '',
      'node_modules/@scope/file.txt': '',
    });
    assert.deepEqual(await findPlugins({ directory }), { plugins: [], issues: [] });
  });

  test('one that is broken is reported with its file, and the others are found', async (context) => {
    const broken: [content: unknown, text: RegExp][] = [
      ['{ "name": ', /^is not JSON: /],
      [[], /^is not a JSON object$/],
      [{ name: 'x', version: '1.0.0', berth: './x.js' }, /^"berth" is not an object$/],
      [{ name: 'x', version: '1.0.0', berth: null }, /^"berth" is not an object$/],
      [{ name: 'x', version: '1.0.0', berth: { extraSpecs: ['./x.js'] } }, /^"berth\.extraSpecs" is not an/],
      [{ name: 'x', berth: { extraSpecs: { x: './x.js' } } }, /^has no "version"$/],
    ];
    const files: Record<string, unknown> = {
      'node_modules/good/package.json': manifest('good', { good: './good.js' }),
    };
    for (const [index, [content]] of broken.entries())
      files[`node_modules/broken-${index}/package.json`] = content;
    const directory = givenFiles(context, files);
    mkdirSync(join(directory, 'node_modules/unreadable/package.json'), { recursive: true });
    const { plugins, issues } = await findPlugins({ directory });
    assert.deepEqual(
      plugins.map(({ name }) => name),
      ['good'],
    );
    assert.equal(issues.length, broken.length + 1);
    const textOf = (name: string) => issues.find(({ plugin }) => plugin === name)?.text ?? 'no issue';
    for (const [index, [, text]] of broken.entries()) assert.match(textOf(`broken-${index}`), text);
    assert.equal(textOf('unreadable'), 'cannot be read: EISDIR');
  });

  test('an entry that is no path of the package is reported, and the other entries stay', async (context) => {
    const directory = givenFiles(context, {
      'node_modules/mixed/package.json': manifest('mixed', {
        good: './good.js',
        bare: 'good.js',
        upward: '../other/x.js',
        absolute: '/etc/passwd',
        number: 7,
        nothing: null,
      }),
      'node_modules/bom/package.json': `\uFEFF${JSON.stringify(manifest('bom', { bom: './bom.js' }))}`,
    });
    const { plugins, issues } = await findPlugins({ directory });
    assert.deepEqual(
      plugins.flatMap(({ entries }) => entries.map(({ name }) => name)),
      ['bom', 'good'],
    );
    assert.deepEqual(
      issues.map(({ entry, text }) => [entry, text]),
      [
        ['bare', `"good.js" is not a path that begins with './'`],
        ['upward', `"../other/x.js" is not a path that begins with './'`],
        ['absolute', `"/etc/passwd" is not a path that begins with './'`],
        ['number', `7 is not a path that begins with './'`],
        ['nothing', `null is not a path that begins with './'`],
      ],
    );
  });
});

describe('when packages are named', () => {
  const files = {
    'node_modules/@metals/iron/package.json': manifest('@metals/iron', { iron: './iron.js' }),
    'node_modules/copper/package.json': manifest('copper', { copper: './copper.js' }),
    'node_modules/plain/package.json': { name: 'plain', version: '1.0.0' },
    'work/zinc/package.json': manifest('zinc', { zinc: './zinc.js' }),
    'work/copper/package.json': manifest('copper', { copper: './copper.js' }),
    'work/empty/readme.txt': '',
    'work/nameless/package.json': { version: '1.0.0', berth: { extraSpecs: {} } },
  };

  test('only these are taken, by name or by path', async (context) => {
    const directory = givenFiles(context, files);
    const packages = [
      './work/zinc',
      '@metals/iron',
      join(directory, 'work/copper'),
      './work/copper',
      '@metals/iron',
    ];
    const { plugins, issues } = await findPlugins({ directory, packages });
    assert.deepEqual(issues, []);
    assert.deepEqual(
      plugins.map(({ name, directory: place }) => [name, place.slice(directory.length)]),
      [
        ['@metals/iron', '/node_modules/@metals/iron'],
        ['copper', '/work/copper'],
        ['zinc', '/work/zinc'],
      ],
    );
    assert.deepEqual(await findPlugins({ directory, packages: [] }), { plugins: [], issues: [] });
  });

  test('one that is missing, or declares nothing, or is no package is reported', async (context) => {
    const directory = givenFiles(context, files);
    const packages = [
      'tin',
      'plain',
      './work/tin',
      './work/empty',
      './work/nameless',
      'a/../../b',
      '@metals',
      '',
    ];
    const { plugins, issues } = await findPlugins({ directory, packages });
    assert.deepEqual(plugins, []);
    assert.deepEqual(
      issues.map(({ plugin, text }) => [plugin.replace(directory, ''), text]),
      [
        ['tin', 'is not installed: there is no node_modules/tin here or in a directory above'],
        ['plain', 'declares no extra specs'],
        ['/work/tin', 'cannot be read: ENOENT'],
        ['/work/empty', 'cannot be read: ENOENT'],
        ['/work/nameless', 'has no "name"'],
        ['a/../../b', 'is neither a package name nor a path'],
        ['@metals', 'is neither a package name nor a path'],
        ['', 'is neither a package name nor a path'],
      ],
    );
  });

  test('of two with the same name the first is taken, and the other is reported', async (context) => {
    const directory = givenFiles(context, files);
    const { plugins, issues } = await findPlugins({ directory, packages: ['copper', './work/copper'] });
    assert.deepEqual(
      plugins.map((plugin) => plugin.directory),
      [join(directory, 'node_modules/copper')],
    );
    assert.deepEqual(
      issues.map(({ plugin, text }) => [plugin, text]),
      [
        [
          './work/copper',
          `${directory}/node_modules/copper has the same name, 'copper', and is named before`,
        ],
      ],
    );
  });
});
