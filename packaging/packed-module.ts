import { stripTypeScriptTypes } from 'node:module';
import { dirname, relative } from 'node:path/posix';

/**
 * A module as it is in the package: without types, and with the names under which the others are found there. Packages of ours are no packages
 * there, but directories, so they are named by the way to them.
 */
export function packedModule(source: string, path: string): string {
  const script = stripTypeScriptTypes(source);
  return script.replaceAll(specifier, (_, before: string, quote: string, name: string) => {
    return `${before}${quote}${packedName(name, path)}${quote}`;
  });
}

/** What stands behind `from`, `import` or `new URL(`, and ends like a module. */
const specifier =
  /(\bfrom\s+|\bimport\s*\(?\s*|\bnew URL\(\s*)(['"])((?:\.{1,2}\/|@berth\/)?[^'"\n]*\.(?:ts|json))\2/g;

function packedName(name: string, path: string): string {
  const script = name.replace(/\.ts$/, '.js');
  const [, of, inside] = /^@berth\/([^/]+)\/(.+)$/.exec(script) ?? [];
  if (of === undefined) return script;
  const way = relative(dirname(path), `packages/${of}/src/${inside}`);
  return way.startsWith('.') ? way : `./${way}`;
}
