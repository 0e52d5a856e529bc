// Loaded before anything else, and in JavaScript: how the modules of the program are found, and where what is compiled of them is kept.
// A start loads some 1,500 of them.
const { enableCompileCache, registerHooks } = require('node:module');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');

// Stripping types and compiling would be half of a start. What is kept lies with the program, where only those can write who could change
// the program itself, or where systemd has made a place for this service alone; where this process cannot write, nothing is kept.
const kept = process.env.CACHE_DIRECTORY ?? join(__dirname, '../node_modules/.cache');
enableCompileCache(join(kept, 'berth'));

// Where a module of ours is follows from its name: Node would ask the file system several times for each, which is a quarter of a start.
const packages = `${pathToFileURL(join(__dirname, '../packages'))}/`;
const own = '@berth/';
const formats = new Map([
  ['.ts', 'module-typescript'],
  ['.js', 'module'],
]);

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL } = context;
    const format = parentURL?.startsWith(packages) ? formats.get(specifier.slice(-3)) : undefined;
    if (format === undefined) return next(specifier, context);
    if (specifier.startsWith('.'))
      return { url: new URL(specifier, parentURL).href, format, shortCircuit: true };
    if (!specifier.startsWith(own)) return next(specifier, context);
    const end = specifier.indexOf('/', own.length);
    const url = `${packages}${specifier.slice(own.length, end)}/src${specifier.slice(end)}`;
    return { url, format, shortCircuit: true };
  },
});
