import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { HostLocked, lockHost } from './host-lock.ts';

const scratch = mkdtempSync(join(tmpdir(), 'berth-lock-'));
const children: ChildProcess[] = [];
after(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(scratch, { recursive: true });
});

/** Without it a process is known by its number alone. */
const needsProc = { skip: existsSync('/proc/self/stat') ? false : 'the system has no /proc' };

const newDirectory = () => join(mkdtempSync(join(scratch, 'state-')), 'made');
const lockIn = (directory: string) => join(directory, 'host-run.lock');

/** A process that takes the lock when it is told to, says what has become of that, and stays. */
async function taker(directory: string) {
  const module = fileURLToPath(new URL('./host-lock.ts', import.meta.url));
  const script = `
    const { lockHost } = await import(${JSON.stringify(module)});
    process.stdin.once('data', () => {
      try {
        lockHost(${JSON.stringify(directory)});
        process.stdout.write('taken');
      } catch (error) {
        process.stdout.write(error.message);
      }
    });
    process.stdout.write('ready');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  const next = async () => String((await once(child.stdout, 'data'))[0]);
  assert.equal(await next(), 'ready');
  return {
    pid: child.pid,
    take: async () => {
      const said = next();
      child.stdin.write('now\n');
      return await said;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await once(child, 'close');
    },
  };
}

test('a lock is had once, and again when it was released; nothing is left of it', () => {
  const directory = newDirectory();
  const lock = lockHost(directory);
  assert.throws(() => lockHost(directory), HostLocked);
  lock?.release();
  lockHost(directory)?.release();
  lock?.release();
  assert.deepEqual(readdirSync(directory), []);
});

test('another process is refused, and told who has it, until that one is gone', async () => {
  const directory = newDirectory();
  const first = await taker(directory);
  assert.equal(await first.take(), 'taken');
  assert.throws(() => lockHost(directory), {
    message: `process ${first.pid} works for this host already (${lockIn(directory)})`,
  });
  await first.kill();
  lockHost(directory)?.release();
  assert.deepEqual(readdirSync(directory), []);
});

test('of many that take over at the same time, one has it', async () => {
  const directory = newDirectory();
  const killed = await taker(directory);
  await killed.take();
  const takers = await Promise.all(Array.from({ length: 6 }, () => taker(directory)));
  await killed.kill();
  const said = await Promise.all(takers.map(({ take }) => take()));
  assert.equal(said.filter((each) => each === 'taken').length, 1, said.join('\n'));
  assert.deepEqual(readdirSync(directory), ['host-run.lock']);
});

test(
  'the number of a process that is gone, in the hands of another, and a file that is none hold nobody off',
  needsProc,
  () => {
    const directory = newDirectory();
    lockHost(directory)?.release();
    for (const text of [
      `${process.pid} another-boot/1 id`,
      '',
      'nonsense',
      '-1 - id',
      `${process.pid} another-boot/1`,
    ]) {
      writeFileSync(lockIn(directory), text);
      lockHost(directory)?.release();
      assert.deepEqual(readdirSync(directory), [], text);
    }
  },
);

test('who was gone in the middle of taking over holds nobody off', needsProc, () => {
  const directory = newDirectory();
  lockHost(directory)?.release();
  writeFileSync(lockIn(directory), `${process.pid} another-boot/1 old`);
  writeFileSync(`${lockIn(directory)}.old`, `${process.pid} another-boot/2 taker`);
  const lock = lockHost(directory);
  assert.match(readFileSync(lockIn(directory), 'utf8'), new RegExp(`^${process.pid} `));
  lock?.release();
  assert.deepEqual(readdirSync(directory), []);
});

test('where there can be no state directory, there is no lock', () => {
  const file = join(scratch, 'a-file');
  writeFileSync(file, '');
  assert.equal(lockHost(file), null);
  assert.equal(lockHost(join(file, 'below')), null);
});

test('what somebody else has in its place is not released', () => {
  const directory = newDirectory();
  const lock = lockHost(directory);
  rmSync(lockIn(directory));
  const other = lockHost(directory);
  lock?.release();
  assert.throws(() => lockHost(directory), HostLocked);
  other?.release();
});
