import { writeFileSync } from 'node:fs';
import { documentFormats, type FormatName } from '../documents/render.ts';
import { type Command, type ExitCode, type Given, type Outside, UsageError } from './command.ts';
import { loadRegistry, sourceOptions } from './load-registry.ts';

const names = Object.keys(documentFormats) as FormatName[];
const width = Math.max(...names.map((name) => name.length)) + 2;

export const render: Command = {
  name: 'render',
  takes: names.join('|'),
  description: `Prints the document, or writes it to a file.

${names.map((name) => `  ${name.padEnd(width)}${documentFormats[name].description}`).join('\n')}`,
  options: {
    output: { takes: 'FILE', help: 'Where to write it, instead of printing it.' },
    ...sourceOptions,
  },
  run,
};

async function run(given: Given, outside: Outside): Promise<ExitCode> {
  const [name, more] = given.operands;
  if (name === undefined) throw new UsageError(`render needs a format: ${names.join(', ')}`);
  if (more !== undefined) throw new UsageError(`'${more}' is not expected here`);
  if (!isFormat(name)) throw new UsageError(`there is no format '${name}'; there are ${names.join(', ')}`);
  const { registry, exitCode } = await loadRegistry(given, outside);
  const text = documentFormats[name].render(registry).trimEnd();
  const file = given.values.get('output')?.[0];
  if (file === undefined) outside.print(text);
  else writeFileSync(file, `${text}\n`);
  return exitCode;
}

function isFormat(name: string): name is FormatName {
  return Object.hasOwn(documentFormats, name);
}
