import { existsSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { HttpTransport } from '@berth/client/http-transport.ts';
import { fixedToken } from '@berth/client/token-source.ts';
import { type Shape, shapes } from '@berth/host/drivers/fake/shapes.ts';
import { openedBerth } from '../../test/client/opened-berth.ts';
import { hasOracle, startOracle } from '../../test/differential/oracle.ts';
import { withSection } from '../report/with-section.ts';
import { countRequests } from './count-requests.ts';
import type { AnswerCosts } from './measure-answers.ts';
import { measurePasses, type PassesRow } from './measure-passes.ts';
import { type CountedHosts, passesSection } from './passes-section.ts';
import type { Way } from './ways.ts';

const usage = `Measure what the periodic passes of many hosts cost one Berth: requests, share of a core, latency, memory.

  node bench/host/run.ts [options]

  --hosts N                how many hosts (10000)
  --consumers-per-host N   how many consumers each has (10)
  --shapes A,B             of the driver fake (flat,numa)
  --minutes N              how long each way of reading is measured, also a part of one; an interval is one minute (1)
  --counted-hosts N        with how many hosts requests are counted, on Berth and on the original where it is installed (50)
  --write                  the result into bench/HOSTS.md, section "Periodic passes", too
  --help                   this text
`;

async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      hosts: { type: 'string', default: '10000' },
      'consumers-per-host': { type: 'string', default: '10' },
      shapes: { type: 'string', default: 'flat,numa' },
      minutes: { type: 'string', default: '1' },
      'counted-hosts': { type: 'string', default: '50' },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return void process.stdout.write(usage);
  const hosts = positive(values.hosts, 'hosts');
  const consumersPerHost = positive(values['consumers-per-host'], 'consumers-per-host');
  const minutes = positive(values.minutes, 'minutes');
  const countedHosts = positive(values['counted-hosts'], 'counted-hosts');
  const chosen = values.shapes.split(',').map(shapeOf);
  const loadBefore = loadavg()[0] ?? Number.NaN;

  const workDirectory = await mkdtemp(join(tmpdir(), 'berth-hosts-'));
  process.on('exit', () => rmSync(workDirectory, { recursive: true, force: true }));
  const rows: PassesRow[] = [];
  const onRow = (row: PassesRow) => {
    rows.push(row);
    process.stderr.write(`${JSON.stringify(row)}\n`);
  };
  const answers: AnswerCosts[] = [];
  const onAnswers = (costs: AnswerCosts) => {
    answers.push(costs);
    process.stderr.write(`${JSON.stringify(costs)}\n`);
  };
  for (const shape of chosen) {
    await measurePasses(shape, { hosts, consumersPerHost, minutes, workDirectory, onRow, onAnswers });
  }
  const counted: CountedHosts[] = [];
  for (const shape of chosen) counted.push(...(await countedOn(shape, countedHosts, consumersPerHost)));

  const command = ['node bench/host/run.ts', ...args].join(' ');
  const report = { command, hosts, consumersPerHost, minutes, loadBefore, counted, rows, answers };
  const section = passesSection(report);
  process.stdout.write(section);
  if (!values.write) return;
  const file = join(import.meta.dirname, '../HOSTS.md');
  const document = existsSync(file) ? readFileSync(file, 'utf8') : '';
  await writeFile(file, withSection(document, section));
}

async function countedOn(shape: Shape, hosts: number, consumersPerHost: number): Promise<CountedHosts[]> {
  const count = async (service: string, url: string, way: Way): Promise<CountedHosts> => {
    const transport = new HttpTransport({ service: 'placement', url, tokens: fixedToken('admin') });
    const counts = await countRequests(transport, shape, way, { hosts, consumersPerHost });
    await transport.close();
    process.stderr.write(`${shape}, ${service}: ${JSON.stringify(counts)}\n`);
    return { shape, service, hosts, counts };
  };
  const counted: CountedHosts[] = [];
  for (const way of ['whole tree, tag', 'provider by provider'] as const) {
    await using berth = await openedBerth();
    counted.push(await count(`Berth, ${way}`, berth.url, way));
  }
  if (!hasOracle()) return counted;
  const original = await startOracle(1);
  try {
    counted.push(await count('the original', original.peer.url, 'whole tree, tag'));
  } finally {
    await original.stop();
  }
  return counted;
}

function shapeOf(text: string): Shape {
  if (Object.hasOwn(shapes, text)) return text as Shape;
  throw new Error(`--shapes takes ${Object.keys(shapes).join(', ')}, not ${JSON.stringify(text)}`);
}

function positive(text: string, name: string): number {
  const value = Number(text);
  const isWhole = name === 'minutes' || Number.isInteger(value);
  if (Number.isFinite(value) && value > 0 && isWhole) return value;
  throw new Error(`--${name} takes a number above 0, not ${JSON.stringify(text)}`);
}

await main(process.argv.slice(2));
