import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { circumstanceOf } from '../compute/circumstance.ts';
import { withSection } from '../report/with-section.ts';
import { measureMoves, measureOriginalMoves } from './measure-moves.ts';
import { measureOriginalMigrationReads } from './measure-original-reads.ts';
import { measureMigrationReads } from './measure-reads.ts';
import { type KindOfMove, kindsOfMoves } from './move-load.ts';
import { migrationReadsSection, movesSection } from './moves-sections.ts';

const usage = `Measure moves of servers: how many are moved in a second, and how fast migrations are read.

  node bench/moves/run.ts [options]

  --hosts N         made-up hosts (1000)
  --kinds A,B       of moves; '': none (${kindsOfMoves.join(',')})
  --clients A,B     with so many clients (1,16)
  --seconds N       how long each is measured (10)
  --migrations N    reads of a ledger with so many; 0: none (100000)
  --original        move servers of the original at hand in the same run, too: some minutes
  --nova DIR        beside the reads of a nova-api with 10,000 servers that bench-nova of shared/oracle has deployed there and filled
  --write           the result into bench/MOVES.md, too
  --help            this text
`;

async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      hosts: { type: 'string', default: '1000' },
      kinds: { type: 'string', default: kindsOfMoves.join(',') },
      clients: { type: 'string', default: '1,16' },
      seconds: { type: 'string', default: '10' },
      migrations: { type: 'string', default: '100000' },
      original: { type: 'boolean', default: false },
      nova: { type: 'string' },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return void process.stdout.write(usage);
  const kinds = values.kinds === '' ? [] : values.kinds.split(',').map(kindOf);
  const seconds = Number(values.seconds);
  const options = {
    hosts: Number(values.hosts),
    kinds,
    connections: values.clients.split(',').map(Number),
    seconds,
  };
  const taken = circumstanceOf('node bench/moves/run.ts', args);
  const directory = mkdtempSync(join(tmpdir(), 'berth-moves-'));
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
  const sections: string[] = [];
  if (kinds.length > 0) {
    const rows = await measureMoves(options, directory);
    const original = values.original ? await measureOriginalMoves(options) : null;
    for (const { failed } of [...rows, ...(original ?? [])])
      for (const each of failed) process.stderr.write(`${each}\n`);
    sections.push(movesSection(rows, original, taken));
  }
  if (Number(values.migrations) > 0) {
    const original = values.nova ? await measureOriginalMigrationReads(values.nova, seconds / 2) : null;
    const rows = await measureMigrationReads(Number(values.migrations), { directory, seconds: seconds / 2 });
    sections.push(migrationReadsSection(rows, original, taken));
  }
  process.stdout.write(sections.join('\n'));
  if (!values.write) return;
  const file = join(import.meta.dirname, '../MOVES.md');
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '# Moves\n';
  writeFileSync(file, sections.reduce(withSection, before));
}

function kindOf(name: string): KindOfMove {
  const kind = kindsOfMoves.find((each) => each === name);
  if (kind === undefined) throw new Error(`--kinds: there is no ${name}`);
  return kind;
}

await main(process.argv.slice(2));
