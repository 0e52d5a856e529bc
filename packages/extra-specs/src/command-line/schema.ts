import operatorSchema from '../operator/schema.json' with { type: 'json' };
import { type Command, type ExitCode, type Given, type Outside, UsageError } from './command.ts';
import { loadRegistry, pluginOptions } from './load-registry.ts';

export const schema: Command = {
  name: 'schema',
  takes: '[FILE|DIRECTORY ...]',
  description: `Checks files of definitions, each by itself and all of them together, beside those that are known already. Every
error and warning has its file, line and column. Without a file, prints the JSON Schema that they follow, for your editor. See
docs/extra-specs-schema.md.`,
  options: pluginOptions,
  run,
};

async function run(given: Given, outside: Outside): Promise<ExitCode> {
  if (given.operands.length === 0) {
    if (given.values.size > 0 || given.switches.size > 0) throw new UsageError('there is nothing to check');
    outside.print(JSON.stringify(operatorSchema, null, 2));
    return 0;
  }
  const values = new Map([...given.values, ['schema', given.operands]]);
  const { registry, exitCode } = await loadRegistry({ ...given, values }, outside);
  const own = registry.specs.filter(({ source }) => source.kind === 'file').length;
  outside.print(`${own} ${own === 1 ? 'definition is' : 'definitions are'} good`);
  return exitCode;
}
