import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { givenFiles } from '@berth/testing/given-files.ts';
import type { Namespace } from '../definitions/definition.ts';
import { inTreeNamespaces } from '../definitions/in-tree.ts';
import { buildRegistry } from '../registry/registry.ts';
import { loadPlugins } from './load-plugins.ts';
import { namespaceFrom } from './namespace-from.ts';
import { describePluginIssue } from './plugin.ts';
import { manifest } from './testing/manifest.ts';

const board: Namespace = {
  name: 'board',
  description: 'Boards.',
  specs: [{ name: 'count', value: { type: 'integer', min: 1 }, description: 'How many boards.' }],
};
const boardText = JSON.stringify(board);

/** One package whose entries are modules with these contents, beside a good one that must load in any case. */
async function load(context: TestContext, modules: Readonly<Record<string, string>>, limitMs?: number) {
  const names = Object.keys(modules);
  const entries = Object.fromEntries(names.map((name) => [name, `./${name}`]));
  const directory = givenFiles(context, {
    'node_modules/tried/package.json': manifest('tried', entries),
    ...Object.fromEntries(names.map((name) => [`node_modules/tried/${name}`, modules[name]])),
    'node_modules/unaffected/package.json': manifest('unaffected', { good: './good.js' }),
    'node_modules/unaffected/good.js': `export default ${boardText.replace('board', 'good')}`,
  });
  const { contributions, issues } = await loadPlugins({ directory, limitMs });
  assert.equal(contributions.at(-1)?.namespaces[0]?.name, 'good');
  const namespaces = contributions.slice(0, -1).flatMap((contribution) => contribution.namespaces);
  return { namespaces, issues };
}

describe('a plug-in', () => {
  test('contributes its default export, or the one called namespace, or what is in a JSON file', async (context) => {
    const { namespaces, issues } = await load(context, {
      'default.js': `export default ${boardText}`,
      'named.js': `export const namespace = ${boardText}`,
      'both.js': `export const namespace = null; export default ${boardText}`,
      'common.cjs': `module.exports = ${boardText}`,
      'data.json': boardText,
      'awaits.js': `await new Promise((resolve) => setTimeout(resolve, 5)); export default ${boardText}`,
    });
    assert.deepEqual(issues, []);
    assert.deepEqual(namespaces, [board, board, board, board, board, board]);
  });

  test('that fails to load is reported and left out, and the others load', async (context) => {
    const cases: Record<string, [content: string, text: RegExp]> = {
      'syntax.js': [
        'export default {\n  name: ,\n};',
        /^cannot be loaded: SyntaxError: Unexpected token ','$/,
      ],
      'throws.js': ['throw new TypeError("no boards here")', /^cannot be loaded: TypeError: no boards here$/],
      'throws-null.js': ['throw null', /^cannot be loaded: threw null$/],
      'throws-proxy.js': [
        'throw new Proxy({}, { getPrototypeOf() { throw 1 } })',
        /^cannot be loaded: threw something that cannot be shown$/,
      ],
      'rejects.js': ['await Promise.reject(new Error("too late"))', /^cannot be loaded: Error: too late$/],
      'import.js': ['import "./not-there.js"', /^cannot be loaded: .*Cannot find module/],
      'nothing.js': ['export const board = {}', /^exports neither a default nor 'namespace'$/],
      'empty.js': ['', /^exports neither a default nor 'namespace'$/],
      'then-null.js': ['export function then(resolve) { resolve(null) }', /^exports neither a default/],
      'then-proxy.js': [
        'export function then(resolve) { resolve(new Proxy({}, { has() { throw new Error("boom") } })) }',
        /^what is exported cannot be read: Error: boom$/,
      ],
      'class.js': ['export default class {}', /^what is exported is of type function, which is not data$/],
      'data.json': ['{ "name": ', /^is not JSON: /],
      'text.js': ['export default "board"', /^the namespace is not an object$/],
      'null.js': ['export default null', /^the namespace is not an object$/],
    };
    const modules = Object.fromEntries(Object.entries(cases).map(([name, [content]]) => [name, content]));
    const { namespaces, issues } = await load(context, modules);
    assert.deepEqual(namespaces, []);
    for (const [name, [, text]] of Object.entries(cases)) {
      const own = issues.filter(({ entry }) => entry === name);
      assert.equal(own.length, 1, name);
      assert.match(own[0]?.text ?? '', text);
    }
    assert.equal(issues.length, Object.keys(cases).length);
  });

  test('that never comes to an end is given up after the time limit', async (context) => {
    const { namespaces, issues } = await load(
      context,
      {
        'waits.js': `await new Promise(() => {}); export default ${boardText}`,
        'then.js': `export function then() {}; export default ${boardText}`,
        'good.js': `export default ${boardText}`,
      },
      2_000,
    );
    assert.deepEqual(namespaces, [board]);
    assert.deepEqual(
      issues.map(({ entry, text }) => [entry, text]),
      [
        ['waits.js', 'was not loaded within 2000 ms'],
        ['then.js', 'was not loaded within 2000 ms'],
      ],
    );
  });

  test('with a function `then` in what it exports is refused, not waited for', {
    timeout: 120_000,
  }, async (context) => {
    const { issues } = await load(context, { 'then.js': 'export default { then() {} }' });
    assert.deepEqual(
      issues.map(({ text }) => text),
      ['then is of type function, which is not data'],
    );
  });

  test('cannot have a module outside of its package', async (context) => {
    const directory = givenFiles(context, {
      'outside.js': `export default ${boardText}`,
      'node_modules/neighbour/board.js': `export default ${boardText}`,
      'node_modules/tried/package.json': manifest('tried', {
        up: './../neighbour/board.js',
        further: './lib/../../../outside.js',
        link: './link.js',
        linked: './lib/board.js',
        itself: './',
        missing: './missing.js',
        through: './package.json/board.js',
      }),
    });
    symlinkSync(join(directory, 'outside.js'), join(directory, 'node_modules/tried/link.js'));
    symlinkSync('../neighbour', join(directory, 'node_modules/tried/lib'));
    const { contributions, issues } = await loadPlugins({ directory });
    assert.deepEqual(contributions, []);
    assert.deepEqual(
      issues.map(({ entry, text }) => [entry, text]),
      [
        ['up', `'./../neighbour/board.js' leads out of the package`],
        ['further', `'./lib/../../../outside.js' leads out of the package`],
        ['link', `'./link.js' is a link that leads out of the package`],
        ['linked', `'./lib/board.js' is a link that leads out of the package`],
        ['itself', `'./' leads out of the package`],
        ['missing', `there is no file './missing.js' in the package`],
        ['through', `'./package.json/board.js' cannot be read: ENOTDIR`],
      ],
    );
  });

  test('has its own place in messages', async (context) => {
    const directory = givenFiles(context, {
      'node_modules/tried/package.json': manifest('tried', { entry: './lib/x.js' }),
      'node_modules/tried/lib/x.js': 'export default 1',
    });
    const { issues } = await loadPlugins({ directory });
    assert.deepEqual(issues.map(describePluginIssue), [
      `plug-in tried, entry 'entry': the namespace is not an object (${directory}/node_modules/tried/lib/x.js)`,
    ]);
  });
});

describe('what a plug-in exports', () => {
  test('is copied and frozen: the plug-in cannot change it later', async (context) => {
    const directory = givenFiles(context, {
      'node_modules/tried/package.json': manifest('tried', { board: './board.js' }),
      'node_modules/tried/board.js': `
        const board = ${boardText};
        export default board;
        globalThis.changeBoard = () => { board.name = 'other'; board.specs[0].value.min = 99; board.specs.push(1); };`,
    });
    const { contributions } = await loadPlugins({ directory });
    (globalThis as unknown as { changeBoard: () => void }).changeBoard();
    const namespace = contributions[0]?.namespaces[0] as Namespace;
    assert.deepEqual(namespace, board);
    for (const part of [namespace, namespace.specs, namespace.specs[0], namespace.specs[0]?.value]) {
      assert.ok(Object.isFrozen(part));
    }
  });

  test('is read once, member by member, and what throws is caught', () => {
    let reads = 0;
    const changing = {
      ...board,
      get name() {
        return `board${reads++}`;
      },
    };
    assert.equal(namespaceFrom(changing).name, 'board0');
    assert.equal(reads, 1);
    const boom = () => {
      throw new Error('boom');
    };
    const thrower = (trap: string) => new Proxy({}, { [trap]: boom });
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    for (const [exported, text] of [
      [
        {
          ...board,
          get description() {
            return boom();
          },
        },
        'description cannot be read: Error: boom',
      ],
      [
        {
          ...board,
          specs: [
            {
              get name() {
                return boom();
              },
            },
          ],
        },
        'specs[0].name cannot be read: Error: boom',
      ],
      [{ ...board, specs: thrower('ownKeys') }, 'specs cannot be read: Error: boom'],
      [{ ...board, specs: thrower('getPrototypeOf') }, 'specs cannot be read: Error: boom'],
      [{ ...board, specs: new Proxy([1], { get: boom }) }, 'specs cannot be read: Error: boom'],
      [revoked.proxy, /^what is exported cannot be read: TypeError: /],
    ] as const) {
      assert.throws(() => namespaceFrom(exported), { message: text });
    }
  });

  test('is plain data of a sane size', () => {
    const circle: Record<string, unknown> = { ...board };
    circle['specs'] = [circle];
    let wide: unknown[] = [1];
    for (let level = 0; level < 12; level++) wide = Array.from({ length: 10 }, () => wide);
    const endless = new Proxy([], { get: (_, name) => (name === 'length' ? 2 ** 32 : 1) });
    for (const [exported, text] of [
      [circle, /is too deep, or contains itself$/],
      [{ ...board, specs: wide }, /^what is exported has more than 100000 values$/],
      [{ ...board, specs: endless }, /^what is exported has more than 100000 values$/],
      [{ ...board, specs: new Map() }, /^specs is neither a plain object nor an array$/],
      [new Date(), /^what is exported is neither a plain object nor an array$/],
      [{ ...board, name: Symbol('board') }, /^name is of type symbol, which is not data$/],
      [{ ...board, name: 1n }, /^name is of type bigint, which is not data$/],
      [{ ...board, specs: [undefined] }, /^specs\[0\] is of type undefined, which is not data$/],
      [{ ...board, specs: [NaN] }, /^specs\[0\] is NaN$/],
    ] as const) {
      assert.throws(() => namespaceFrom(exported), { message: text });
    }
    assert.deepEqual(namespaceFrom({ ...board, parameters: undefined }), board);
    assert.deepEqual(namespaceFrom(Object.assign(Object.create(null), board)), board);
  });

  test('has the shape of a namespace, or every fault is told with its place', () => {
    const spec = board.specs[0] as object;
    const withSpec = (changes: object) => ({ ...board, specs: [{ ...spec, ...changes }] });
    for (const [exported, faults] of [
      [
        {},
        [`the namespace has no 'name'`, `the namespace has no 'description'`, `the namespace has no 'specs'`],
      ],
      [{ ...board, name: 7 }, ['name is not a string or null']],
      [{ ...board, specs: [] }, ['specs must NOT have fewer than 1 items']],
      [{ ...board, spec: [] }, [`the namespace has a member that nothing is known about: 'spec'`]],
      [
        JSON.parse(`{ "__proto__": {}, ${boardText.slice(1)}`),
        [`the namespace has a member that nothing is known about: '__proto__'`],
      ],
      [withSpec({ deprecated: true }), [`specs[0] has a member that nothing is known about: 'deprecated'`]],
      [withSpec({ description: '' }), ['specs[0].description must NOT have fewer than 1 characters']],
      [
        withSpec({ value: { type: 'number' } }),
        [`specs[0].value has none of 'string', 'integer', 'boolean' as its 'type'`],
      ],
      [withSpec({ value: {} }), [`specs[0].value has none of 'string', 'integer', 'boolean' as its 'type'`]],
      [withSpec({ value: { type: 'integer', min: '1' } }), ['specs[0].value.min is not an integer']],
      [withSpec({ value: { type: 'integer', min: 1.5 } }), ['specs[0].value.min is not an integer']],
      [
        withSpec({ value: { type: 'integer', pattern: 'a' } }),
        [`specs[0].value has a member that nothing is known about: 'pattern'`],
      ],
      [
        withSpec({ value: { type: 'string', enum: [] } }),
        ['specs[0].value.enum must NOT have fewer than 1 items'],
      ],
      [
        withSpec({ support: { status: 'deprecated' } }),
        [`specs[0].support has no 'since'`, `specs[0].support has no 'replacedBy'`],
      ],
      [
        withSpec({ support: { status: 'old' } }),
        [`specs[0].support has none of 'supported', 'experimental', 'deprecated' as its 'status'`],
      ],
      [withSpec({ needs: ['hw:cpu_policy'] }), ['specs[0].needs[0] is not an object']],
      [
        withSpec({ parameters: [{ name: 'num' }] }),
        [`specs[0].parameters[0] has no 'pattern'`, `specs[0].parameters[0] has no 'description'`],
      ],
      [
        withSpec({ image: { property: 'a', relation: 'equal', noticed: 'api', rule: 'b' } }),
        [/^specs\[0\]\.image\.relation is none of 'flavor-wins', /],
      ],
      [
        { ...board, specs: Array.from({ length: 30 }, () => 1) },
        [
          ...Array.from({ length: 10 }, (_, index) => `specs[${index}] is not an object`),
          'and 20 more faults',
        ],
      ],
    ] as [unknown, (string | RegExp)[]][]) {
      assert.throws(
        () => namespaceFrom(exported),
        (error: { reasons: string[] }) => {
          assert.equal(error.reasons.length, faults.length, error.reasons.join('\n'));
          for (const [index, fault] of faults.entries()) {
            if (typeof fault === 'string') assert.equal(error.reasons[index], fault);
            else assert.match(error.reasons[index] as string, fault);
          }
          return true;
        },
      );
    }
  });

  test('can be all that our own namespaces are', () => {
    assert.ok(inTreeNamespaces.length > 10);
    for (const namespace of inTreeNamespaces) assert.deepEqual(namespaceFrom(namespace), namespace);
  });
});

describe('several plug-ins', () => {
  test('contribute in the order of their names; who claims a key that is taken is told so', async (context) => {
    const two = { ...board, specs: [...board.specs, { ...board.specs[0], name: 'colour' }] };
    const directory = givenFiles(context, {
      'node_modules/zinc/package.json': manifest('zinc', { board: './board.js' }),
      'node_modules/zinc/board.js': `export default ${JSON.stringify(two)}`,
      'node_modules/@metals/iron/package.json': manifest('@metals/iron', {
        board: './board.js',
        hw: './hw.js',
      }),
      'node_modules/@metals/iron/board.js': `export default ${boardText}`,
      'node_modules/@metals/iron/hw.js': `export default ${JSON.stringify({
        ...board,
        name: 'hw',
        specs: [
          { ...board.specs[0], name: 'cpu_policy' },
          { ...board.specs[0], name: 'board_count' },
        ],
      })}`,
    });
    const { contributions, issues } = await loadPlugins({ directory });
    assert.deepEqual(issues, []);
    assert.deepEqual(
      contributions.map(({ source }) => source),
      [
        { kind: 'plugin', name: '@metals/iron', version: '1.2.3' },
        { kind: 'plugin', name: 'zinc', version: '1.2.3' },
      ],
    );
    const built = buildRegistry(contributions);
    assert.deepEqual(built.issues, [
      {
        severity: 'error',
        place: `${directory}/node_modules/@metals/iron/hw.js (plug-in @metals/iron 1.2.3)`,
        key: 'hw:cpu_policy',
        text: `'hw:cpu_policy' is defined by Berth already; this definition is left out`,
      },
      {
        severity: 'error',
        place: `${directory}/node_modules/zinc/board.js (plug-in zinc 1.2.3)`,
        key: 'board:count',
        text: `'board:count' is defined by plug-in @metals/iron 1.2.3 already; this definition is left out`,
      },
    ]);
    for (const [key, name] of [
      ['board:count', '@metals/iron'],
      ['board:colour', 'zinc'],
      ['hw:board_count', '@metals/iron'],
    ] as const) {
      assert.deepEqual(built.registry.keys.find(key)?.source, { kind: 'plugin', name, version: '1.2.3' });
    }
    assert.deepEqual(built.registry.keys.find('hw:cpu_policy')?.source, { kind: 'in-tree' });
  });
});
