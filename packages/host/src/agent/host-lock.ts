import { randomUUID } from 'node:crypto';
import { accessSync, constants, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeOnce } from '../write-once.ts';

const fileName = 'host-run.lock';

/** Another process works for the host of this state directory, or it cannot be found out whether one does. */
export class HostLocked extends Error {
  override readonly name = 'HostLocked';
}

export interface HostLock {
  release(): void;
}

/**
 * Keeps every other process on this machine from working for the host of a state directory, until it is released or this process is gone.
 * Null where there is no such directory and none can be made, or it is only to be read: a driver may do without.
 *
 * @throws {HostLocked} where another one has it.
 */
export function lockHost(stateDirectory: string): HostLock | null {
  try {
    mkdirSync(stateDirectory, { recursive: true, mode: 0o700 });
    accessSync(stateDirectory, constants.W_OK);
  } catch {
    return null;
  }
  return take(join(stateDirectory, fileName));
}

function take(file: string): HostLock {
  const mine = `${process.pid} ${startOf(process.pid) ?? '-'} ${randomUUID()}\n`;
  while (!writeOnce(file, mine)) {
    const text = textOf(file);
    if (text === null) continue;
    const [pid = '', started, id = 'none'] = text.trim().split(' ');
    if (isRunning(Number(pid), started))
      throw new HostLocked(`process ${pid} works for this host already (${file})`);
    // Only who has the turn for just this file may remove it. Without that, of two who have seen that its process is gone, the
    // second could remove what the first has made in its place.
    const turn = take(`${file}.${id}`);
    if (textOf(file) === text) rmSync(file);
    turn.release();
  }
  return {
    release: () => {
      if (textOf(file) === mine) rmSync(file);
    },
  };
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new HostLocked(`${file}: cannot be read: ${message}`, { cause: error });
  }
}

/** Whether it is still the process that began then: its number may have been given to another one since. */
function isRunning(pid: number, started: string | undefined): boolean {
  // 0 and negative numbers are groups of processes.
  if (!Number.isSafeInteger(pid) || pid < 1) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // All other errors are about one that is there, and somebody else's.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const known = startOf(pid);
  return known === null || started === '-' || known === started;
}

/** When a process began, in ticks since a start of the machine; null where the system has no /proc. */
function startOf(pid: number): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Behind the name of the program, which is in brackets and may have anything in it, the first is the third of all; this is the 22nd.
    const ticks = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .at(22 - 3);
    return `${boot}/${ticks}`;
  } catch {
    return null;
  }
}
