import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * How long commands of `berth` and of Debian's `openstack` take, side by side, against a cloud that is running: `--url` is the address of Berth
 * (`.ci/serve-cloud` starts one). Of some runs of each the fastest counts: what is slower waited for others.
 */
const { values } = parseArgs({
  options: { url: { type: 'string' }, runs: { type: 'string', default: '5' }, help: { type: 'boolean' } },
});

const berth = join(import.meta.dirname, '../../bin/berth');
const openstack = '/usr/bin/openstack';

interface Measured {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly path: string;
}

function main(): void {
  const { url } = values;
  if (values.help === true || url === undefined) {
    process.stdout.write('usage: node bench/command-line/run.ts --url http://127.0.0.1:8778 [--runs 5]\n');
    return;
  }
  const commands: readonly (readonly [string, readonly string[], string])[] = [
    ['--version', ['--version'], ''],
    ['help server list', ['help', 'server', 'list'], ''],
    ['resource provider list', ['resource', 'provider', 'list'], '/placement'],
    ['server list', ['server', 'list'], '/compute/v2.1'],
  ];
  process.stdout.write(
    '| command | `berth` | of processor | `openstack` | of processor |\n| --- | --- | --- | --- | --- |\n',
  );
  for (const [name, args, path] of commands) {
    const cells = [berth, openstack].flatMap((program) =>
      fastest({ name, program, args, path: `${url}${path}` }),
    );
    process.stdout.write(`| \`${name}\` | ${cells.join(' | ')} |\n`);
  }
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
  const began = performance.now();
  // The shell adds up what its children took, and tells in its last line.
  const { status, stderr } = spawnSync(
    'bash',
    ['-c', `TIMEFORMAT='%U %S'; time "$@" > /dev/null`, 'bash', program, ...args],
    {
      env,
      encoding: 'utf8',
    },
  );
  const wallMs = performance.now() - began;
  if (status !== 0) throw new Error(`${program} ${name}: ${stderr}`);
  const [user = 0, system = 0] = (stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
  return { wallMs, processorMs: 1000 * (user + system) };
}

main();
