import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Suite } from './suites.ts';

const packages = '/usr/lib/python3/dist-packages';

/** All modules of a suite that have tests, in order: compute.v2.test_server. */
export function modulesOf(suite: Suite): string[] {
  return readdirSync(join(packages, suite.package, 'tests/functional'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /(^|\/)test_\w+\.py$/.test(path))
    .map((path) => path.replace(/\.py$/, '').replaceAll('/', '.'))
    .sort();
}

/** Why something is not run: by the most that is said about it. Undefined where it is. */
export function reasonToLeaveOut({ leftOut }: Suite, name: string): string | undefined {
  return Object.entries(leftOut).find(([begin]) => name.startsWith(begin))?.[1];
}
