import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';

/** The form of the project: which package may use which, and what must not be left lying around. */
const root = join(import.meta.dirname, '..');

const allowed: Readonly<Record<string, readonly string[]>> = {
  engine: [],
  ledger: [],
  'api-kit': [],
  'compute-engine': ['engine', 'extra-specs'],
  placement: ['engine', 'ledger', 'api-kit'],
  compute: ['compute-engine', 'engine', 'extra-specs', 'ledger', 'api-kit'],
  identity: ['ledger', 'api-kit'],
  images: ['ledger', 'api-kit'],
  berth: [
    'engine',
    'compute-engine',
    'extra-specs',
    'ledger',
    'api-kit',
    'cli',
    'client',
    'host',
    'placement',
    'compute',
    'identity',
    'images',
  ],
  'extra-specs': ['engine'],
  client: ['api-kit'],
  cli: ['client', 'api-kit'],
  host: ['client'],
  testing: [],
};

/** What only tests may use, and all of them. */
const forTests = ['testing'];

interface Source {
  readonly path: string;
  readonly text: string;
  readonly isTest: boolean;
}

const sources = sourcesIn('packages');

function sourcesIn(directory: string): Source[] {
  return readdirSync(join(root, directory), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.includes('node_modules'))
    .map((path): Source => {
      const text = readFileSync(join(root, directory, path), 'utf8');
      return { path, text, isTest: /\.(test|bench|contract)\.ts$|(^|\/)testing\//.test(path) };
    });
}

function packageOf({ path }: Source): string {
  return path.split('/')[0] as string;
}

function importsOf({ text }: Source): string[] {
  return Array.from(
    text.matchAll(/^(?:import|export)\b[^;]*? from '([^']+)';|^import '([^']+)';/gms),
    (match) => {
      return (match[1] ?? match[2]) as string;
    },
  );
}

test('there are sources to look at', () => {
  assert.ok(sources.length > 100);
});

test('imports between packages point one way', () => {
  for (const source of sources) {
    for (const name of importsOf(source)) {
      const target = /^@berth\/([^/]+)\//.exec(name)?.[1];
      if (target === undefined) continue;
      if (source.isTest && forTests.includes(target)) continue;
      assert.ok(allowed[packageOf(source)]?.includes(target), `${source.path} imports ${name}`);
    }
  }
});

// Besides, it reads a running Placement, and its own errors look like Placement's.
test('only the composition of the process knows the services', () => {
  for (const source of sources.filter((each) => packageOf(each) === 'berth' && !each.isTest)) {
    if (/^berth\/src\/(cloud|moving\/source)\//.test(source.path)) continue;
    for (const name of importsOf(source))
      assert.doesNotMatch(
        name,
        /^@berth\/(engine|placement\/(?!http\/)|compute-engine|compute\/|identity\/|images\/)/,
        source.path,
      );
  }
});

// They are loaded when `berth host run` and its like are called: all others start without them.
test('commands that have nothing to do with hosts do not load what is for hosts', () => {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  // Each command is loaded when it is called.
  const loaded = new Set(
    [...byPath.keys()].filter((path) => /^berth\/src\/commands\/[^/]+(?<!\.test)\.ts$/.test(path)),
  );
  for (const path of loaded) {
    for (const name of loadedBy(byPath.get(path) ?? assert.fail(path))) {
      assert.doesNotMatch(name, /^@berth\/host\//, path);
      if (name.startsWith('.')) loaded.add(join(path, '..', name));
    }
  }
  assert.ok(loaded.size > 50);
});

/** But for what is of types only, which is gone when it runs. */
function loadedBy(source: Source): string[] {
  return importsOf({ ...source, text: source.text.replaceAll(/^(?:import|export) type\b[^;]*;/gms, '') });
}

test('no import leaves its package by a path', () => {
  for (const source of sources) {
    for (const name of importsOf(source)) {
      if (!name.startsWith('.')) continue;
      const target = relative('.', join(source.path, '..', name));
      assert.equal(target.split('/')[0], packageOf(source), `${source.path} imports ${name}`);
    }
  }
});

test('what is in a directory named testing is for tests', () => {
  for (const source of sources.filter(({ isTest }) => !isTest)) {
    for (const name of importsOf(source)) assert.doesNotMatch(name, /(^|\/)testing\//, source.path);
  }
});

test('every package that is imported is declared', () => {
  const declared = (file: string) => {
    const json = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string> | undefined>;
    return Object.keys({ ...json['dependencies'], ...json['devDependencies'] });
  };
  const forAll = declared(join(root, 'package.json'));
  for (const source of sources) {
    const own = declared(join(root, 'packages', packageOf(source), 'package.json'));
    for (const name of importsOf(source)) {
      if (name.startsWith('.') || name.startsWith('node:')) continue;
      const target = name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/');
      const isForTests = forAll.includes(target) || forTests.includes(target.replace('@berth/', ''));
      const isDeclared = own.includes(target) || (source.isTest && isForTests);
      assert.ok(isDeclared, `${source.path} imports ${target}`);
    }
  }
});

/** What only calculates: packages of their own, but for domains that are too small for one. */
const isEngine = (source: Source) =>
  ['engine', 'compute-engine'].includes(packageOf(source)) ||
  /^(identity|images)\/src\/domain\//.test(source.path);

test('the engines know no clock and no chance', () => {
  for (const source of sources.filter((each) => isEngine(each) && !each.isTest)) {
    assert.doesNotMatch(source.text, /\bDate\b|Math\.random|performance\.now|\bawait\b|'node:/, source.path);
  }
});

// randomUUID may stay: an id that nobody else has is no case.
test('all random cases of tests come from the one seed that is told', () => {
  const tests = [...sources.filter(({ isTest }) => isTest), ...sourcesIn('test')].filter(
    ({ path }) =>
      !path.startsWith('testing/src/') &&
      !/^(tidy\.test\.ts|fuzz\/)/.test(path) &&
      !path.endsWith('.bench.ts'),
  );
  assert.ok(tests.length > 300);
  for (const { path, text } of tests) {
    assert.doesNotMatch(text, /\bfc\.(assert|check|sample|statistics|configureGlobal|modelRun)\b/, path);
    assert.doesNotMatch(
      text,
      /Math\.random|\bseed = Date\.now|\brandom(Int|Bytes|Fill)\w*\b[^;]*'node:crypto'|getRandomValues/,
      path,
    );
    assert.doesNotMatch(
      text,
      /import (?!fc\b|type\b)[^;]*'fast-check'|\bTEST_(SEED|TIMES|CASE|RUNS)\b/,
      path,
    );
  }
});

test('versions are declared, not compared', () => {
  for (const source of sources.filter((each) => !each.isTest)) {
    assert.doesNotMatch(source.text, /\bversion\s*(<|>|<=|>=)\s*['"\d]/, source.path);
  }
});

test('extra specs take the catalog from the engine, and nothing else', () => {
  for (const source of sources.filter((each) => packageOf(each) === 'extra-specs')) {
    for (const name of importsOf(source))
      assert.doesNotMatch(name, /^@berth\/(?!engine\/catalog\/|testing\/)/, source.path);
  }
});

test('wire names stay at the edge', () => {
  for (const source of sources.filter((each) => isEngine(each) && !each.isTest)) {
    assert.doesNotMatch(
      source.text,
      /\b(resource_provider|consumer_uuid|parent_provider)\w*|\bOS-[A-Z]|\b(flavor|image)Ref\b|\btenant_id\b/,
      source.path,
    );
  }
});

test('no document shows a password or a token on a command line', () => {
  const documents = [
    ...readdirSync(join(root, 'docs')).map((name) => join('docs', name)),
    'README.md',
    'CONTRIBUTING.md',
  ];
  for (const document of documents.filter((name) => name.endsWith('.md'))) {
    const text = readFileSync(join(root, document), 'utf8');
    assert.doesNotMatch(text, /\b\w+:\/\/[^\s/@`]+:[^\s/@`]+@/, `${document}: a URL with a password`);
    assert.doesNotMatch(text, /^\s*berth .*--token /m, document);
  }
});

test('nothing is left over', () => {
  for (const { path, text } of sources) {
    assert.doesNotMatch(text, /\b(TODO|FIXME|XXX|HACK)\b|@ts-(ignore|nocheck)|\bdebugger\b/, path);
    assert.doesNotMatch(text, /\btest\.only\(|\bonly: true/, path);
  }
});
