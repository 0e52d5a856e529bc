import type { Prng } from '@berth/testing/prng.ts';

/** Who asks: the token says it, to both sides. Projects are hexadecimal, since a project in a path has to be. */
export const callers = {
  admin: { token: 'admin', project: 'admin' },
  'admin of aa': { token: 'root:aa:admin', project: 'aa' },
  member: { token: 'alice:aa', project: 'aa' },
  'another project': { token: 'bob:bb', project: 'bb' },
  reader: { token: 'rita:aa:reader', project: 'aa' },
  'without roles': { token: 'nora:aa:nobody', project: 'aa' },
  'system admin': { token: 'sysadmin::admin', project: null },
  'system reader': { token: 'sysreader::reader', project: null },
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
    [10, 'admin of aa'],
    [14, 'member'],
    [8, 'another project'],
    [6, 'reader'],
    [2, 'without roles'],
    [2, 'system admin'],
    [1, 'system reader'],
    [2, 'nobody'],
  ]);
}
