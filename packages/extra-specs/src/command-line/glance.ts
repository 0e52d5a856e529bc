import { existsSync } from 'node:fs';
import { mostNumaNodes } from '../flavor-and-image/read-image.ts';
import { compareMetadefs } from '../glance/compare-metadefs.ts';
import { describeComparison } from '../glance/describe-comparison.ts';
import { readMetadefs } from '../glance/read-metadefs.ts';
import { toMetadefs } from '../glance/to-metadefs.ts';
import { writeMetadefs } from '../glance/write-metadefs.ts';
import { visibleLines } from '../quote.ts';
import type { Registry } from '../registry/registry.ts';
import { type Command, type ExitCode, type Given, type Outside, UsageError } from './command.ts';
import { loadRegistry, sourceOptions } from './load-registry.ts';

export const glance: Command = {
  name: 'glance',
  takes: 'DIRECTORY',
  description: `Writes a file per namespace into the directory, which "glance-manage db_load_metadefs DIRECTORY" loads. Files that
somebody else has written or changed are not replaced. With --check nothing is written: what stands in the files of the
directory is compared with what is known, property by property, however they are divided into namespaces.

Exit status with --check: 0 when they say the same, 1 when they differ.`,
  options: {
    check: { help: 'Compare, and write nothing.' },
    texts: { help: 'With --check: compare titles and descriptions, too.' },
    'numa-nodes': {
      takes: 'N',
      help: 'Write hw:numa_cpus.0 and hw:numa_mem.0 up to this many; none unless given.',
    },
    overwrite: { help: 'Replace files that somebody else has written or changed.' },
    ...sourceOptions,
  },
  run,
};

async function run(given: Given, outside: Outside): Promise<ExitCode> {
  const [directory, more] = given.operands;
  if (directory === undefined) throw new UsageError('glance needs a directory');
  if (more !== undefined) throw new UsageError(`'${more}' is not expected here`);
  const isCheck = given.switches.has('check');
  if (isCheck && !existsSync(directory)) throw new UsageError(`there is no directory ${directory}`);
  const numaNodes = countOf(given.values.get('numa-nodes')?.[0] ?? '0');
  const { registry, exitCode } = await loadRegistry(given, outside);
  return isCheck
    ? await compare(registry, directory, given, outside, exitCode)
    : await write(registry, directory, numaNodes, given, outside, exitCode);
}

async function write(
  registry: Registry,
  directory: string,
  numaNodes: number,
  given: Given,
  outside: Outside,
  exitCode: ExitCode,
): Promise<ExitCode> {
  const { files, omissions } = toMetadefs(registry, { numaNodes });
  const result = await writeMetadefs(directory, files, { overwrite: given.switches.has('overwrite') });
  for (const { key, text } of omissions) outside.complain(`left out: '${key}' ${text}`);
  for (const name of result.abandoned) {
    outside.complain(`${name} is no longer among the definitions, but somebody has changed it; it stays`);
  }
  const { written, unchanged, removed } = result;
  outside.print(
    `${written.length} written, ${unchanged.length} unchanged, ${removed.length} removed in ${directory}`,
  );
  return exitCode;
}

async function compare(
  registry: Registry,
  directory: string,
  given: Given,
  outside: Outside,
  exitCode: ExitCode,
): Promise<ExitCode> {
  const comparison = compareMetadefs(registry, await readMetadefs(directory), {
    texts: given.switches.has('texts'),
  });
  outside.print(visibleLines(describeComparison(comparison).trimEnd()));
  return comparison.differences.length === 0 ? exitCode : 1;
}

function countOf(text: string): number {
  const count = Number(text);
  if (!/^\d{1,3}$/.test(text) || count > mostNumaNodes) {
    throw new UsageError(`--numa-nodes is a number from 0 to ${mostNumaNodes}, not '${text}'`);
  }
  return count;
}
