import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';

/**
 * Lays out the kernel's files of a machine in a directory of its own, which goes when the test ends. They are recorded in one text:
 *
 *   == /sys/devices/system/cpu/online        a file, and below it what it contains
 *   0-7
 *   -> /sys/bus/pci/devices/0000:81:02.0/physfn ../0000:81:00.0      a link
 *   !! /proc/meminfo                         something that cannot be read
 */
export function recordedMachine(context: TestContext, name: string): string {
  const root = mkdtempSync(join(tmpdir(), 'berth-machine-'));
  context.after(() => rmSync(root, { recursive: true, force: true }));
  const text = readFileSync(join(import.meta.dirname, 'machines', `${name}.txt`), 'utf8');
  for (const entry of text.split(/^(?===|->|!!)/m)) {
    const [, kind, path, target] = /^(==|->|!!) (\S+)(?: (\S+))?$/m.exec(entry) ?? [];
    // What comes before the first entry says what machine it is.
    if (kind === undefined || path === undefined) continue;
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    if (kind === '==') writeFileSync(file, entry.slice(entry.indexOf('\n') + 1));
    else if (kind === '->') symlinkSync(target ?? '', file);
    // A file without permissions is read by root all the same; a directory is no file for anybody.
    else mkdirSync(file);
  }
  return root;
}
