import { loadavg } from 'node:os';
import { machine } from '../report/machine.ts';

/** Where and how something was measured. */
export interface Circumstance {
  readonly date: string;
  readonly machine: string;
  readonly command: string;
  readonly load: string;
}

/** Of this machine, now. */
export function circumstanceOf(program: string, args: readonly string[]): Circumstance {
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: machine(),
    command: [program, ...args].join(' '),
    load: loadavg()[0]?.toFixed(1) ?? '',
  };
}

/** What a section begins with. */
export function circumstance({ date, machine, command, load }: Circumstance): string {
  return `${date}; ${machine}; load before: ${load}.\n\n    ${command}\n`;
}
