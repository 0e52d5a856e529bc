import type { Prng } from '@berth/testing/prng.ts';

/**
 * Projects are hexadecimal, since a project in a path has to be, and so long that they are in no path by chance: the original has a
 * project in its links wherever a URL has its id anywhere.
 */
export const projects = { hers: 'a'.repeat(32), his: 'b'.repeat(32), nobodys: 'c'.repeat(32) };

/** Who asks: the token says it, to both sides. */
export const callers = {
  admin: { token: 'admin', project: 'admin' },
  'admin of hers': { token: `root:${projects.hers}:admin`, project: projects.hers },
  member: { token: `alice:${projects.hers}`, project: projects.hers },
  'another project': { token: `bob:${projects.his}`, project: projects.his },
  reader: { token: `rita:${projects.hers}:reader`, project: projects.hers },
  'without roles': { token: `nora:${projects.hers}:nobody`, project: projects.hers },
  'system admin': { token: 'sysadmin::admin', project: null },
  'system reader': { token: 'sysreader::reader', project: null },
  'agent of host1': { token: 'host1:service:host', project: 'service' },
  nobody: { token: null, project: null },
} as const satisfies Readonly<Record<string, Caller>>;

export interface Caller {
  readonly token: string | null;
  readonly project: string | null;
}

export type CallerName = keyof typeof callers;

/** Mostly one who may do everything, so that most requests get somewhere. */
export function drawCaller(prng: Prng): CallerName {
  return prng.weighted<CallerName>([
    [50, 'admin'],
    [10, 'admin of hers'],
    [14, 'member'],
    [8, 'another project'],
    [6, 'reader'],
    [2, 'without roles'],
    [2, 'system admin'],
    [1, 'system reader'],
    [2, 'nobody'],
  ]);
}
