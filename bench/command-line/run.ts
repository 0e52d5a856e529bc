import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startedCloud } from '../../test/client-suites/started-cloud.ts';
import { circumstance, circumstanceOf } from '../compute/circumstance.ts';
import { markdownTable } from '../report/markdown-table.ts';

const usage = `How long commands of berth and of Debian's openstack take, side by side, against a Berth that is started for them. Of some runs of each
the fastest counts: what is slower waited for others.

  --runs N   how often each is run (5)
  --write    the table into bench/COMMAND-LINE.md
`;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const berth = join(import.meta.dirname, '../../bin/berth');
const openstack = '/usr/bin/openstack';

interface Measured {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly path: string;
}

const commands: readonly (readonly [string, readonly string[], string])[] = [
  ['--version', ['--version'], ''],
  ['help server list', ['help', 'server', 'list'], ''],
  ['resource provider list', ['resource', 'provider', 'list'], '/placement'],
  ['server list', ['server', 'list'], '/compute/v2.1'],
];

async function main(): Promise<void> {
  const taken = circumstanceOf('node bench/command-line/run.ts', process.argv.slice(2));
  const directory = mkdtempSync(join(tmpdir(), 'berth-commands-'));
  try {
    await using cloud = await startedCloud(join(directory, 'cloud'), 'placement');
    const rows = commands.map(([name, args, path]) => [
      `\`${name}\``,
      ...[berth, openstack].flatMap((program) =>
        fastest({ name, program, args, path: `${cloud.url}${path}` }),
      ),
    ]);
    const table = markdownTable(['command', '`berth`', 'of processor', '`openstack`', 'of processor'], rows);
    process.stdout.write(`${table}\n`);
    if (values.write) writeFileSync(file, document(circumstance(taken), table));
  } finally {
    rmSync(directory, { recursive: true });
  }
}

const file = join(import.meta.dirname, '../COMMAND-LINE.md');

function document(taken: string, table: string): string {
  return `# How long commands take

Of \`berth\` and of Debian's \`openstack\`, by the clock and of the processor, against one Berth on this machine; the fastest of ${values.runs} runs.

${taken}
${table}\n`;
}

function fastest(measured: Measured): readonly string[] {
  const runs = Array.from({ length: Number(values.runs) }, () => once(measured));
  const least = (of: (run: (typeof runs)[number]) => number) => `${Math.round(Math.min(...runs.map(of)))} ms`;
  return [least(({ wallMs }) => wallMs), least(({ processorMs }) => processorMs)];
}

function once({ name, program, args, path }: Measured): {
  readonly wallMs: number;
  readonly processorMs: number;
} {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, OS_AUTH_TYPE: 'admin_token', OS_TOKEN: 'admin', OS_ENDPOINT: path };
  // The shell adds up what its children took, and tells in its last line; what it takes itself to start is not in it.
  const { status, stderr } = spawnSync(
    'bash',
    ['-c', `TIMEFORMAT='%R %U %S'; time "$@" > /dev/null`, 'bash', program, ...args],
    {
      env,
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(`${program} ${name}: ${stderr}`);
  const [wall = 0, user = 0, system = 0] = (stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
  return { wallMs: 1000 * wall, processorMs: 1000 * (user + system) };
}

if (values.help) process.stdout.write(usage);
else await main();
