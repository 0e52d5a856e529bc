import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { packedModule } from './packed-module.ts';

/**
 * `npm run package`: makes the directory dist/berth, of which `npm pack` makes an archive that installs and runs without this checkout. Node
 * runs no TypeScript below node_modules, so there it is JavaScript: the same text with blanks for its types, so that lines and columns
 * in a trace are those of the source. Everything else is as it is here, at the same places.
 */
const root = resolve(import.meta.dirname, '..');
const target = resolve(process.argv[2] ?? join(root, 'dist', 'berth'));

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly description: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

rmSync(target, { recursive: true, force: true });
const packages = readdirSync(join(root, 'packages')).filter((name) => name !== 'testing');
const manifests = packages.map((name) => manifestAt(join('packages', name)));
const packed = new Set<string>();
for (const [index, name] of packages.entries()) {
  // What the program reads of it: its version.
  writeBelow(join('packages', name, 'package.json'), JSON.stringify(essential(manifests[index] as Manifest))); // One for each.
  for (const file of filesBelow(join(root, 'packages', name, 'src'))) packFile(relative(root, file));
}
// npm packs no links, so extra-specs is a file there.
mkdirSync(join(target, 'bin'));
for (const file of ['berth', 'extra-specs', 'own-modules.cjs', 'steady-signals.cjs']) {
  copyFileSync(join(root, 'bin', file), join(target, 'bin', file));
}
for (const name of ['LICENSE', 'README.md', 'CHANGELOG.md', 'docs', 'packaging/systemd']) {
  cpSync(join(root, name), join(target, name), { recursive: true });
}
writeBelow('package.json', `${JSON.stringify(manifest(), null, 2)}\n`);
process.stdout.write(`${relative(process.cwd(), target)}: ${packed.size} modules\n`);

function packFile(path: string): void {
  if (!path.endsWith('.ts')) {
    cpSync(join(root, path), join(target, path));
    return;
  }
  const source = readFileSync(join(root, path), 'utf8');
  const to = path.replace(/\.ts$/, '.js');
  writeBelow(to, packedModule(source, path));
  packed.add(to);
}

function* filesBelow(directory: string): Generator<string> {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== 'testing') yield* filesBelow(path);
    } else if (!/\.(test|bench|contract)\.ts$|^tsconfig\.json$|\.md$/.test(entry.name)) yield path;
  }
}

function writeBelow(path: string, text: string): void {
  mkdirSync(dirname(join(target, path)), { recursive: true });
  writeFileSync(join(target, path), text);
}

function manifestAt(path: string): Manifest {
  return JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')) as Manifest; // Our own.
}

function essential({ name, version, license }: Manifest): object {
  return { name, version, license, private: true, type: 'module' };
}

/** All that the packages need of others, in the versions that were tested. */
function manifest(): object {
  const { description, license, optionalDependencies } = manifestAt('.');
  const { version } = manifestAt('packages/berth');
  const dependencies = Object.assign({}, ...manifests.map((each) => each.dependencies ?? {})) as Record<
    string,
    string
  >;
  const others = Object.entries(dependencies).filter(([name]) => !name.startsWith('@berth/'));
  return {
    name: 'berth',
    version,
    description,
    license,
    type: 'module',
    bin: { berth: 'bin/berth', 'extra-specs': 'bin/extra-specs' },
    dependencies: Object.fromEntries(others.toSorted(([one], [other]) => (one < other ? -1 : 1))),
    optionalDependencies,
  };
}
