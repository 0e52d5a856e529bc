import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const python = '/usr/bin/python3';

/** How the original is run here: as operators do where the machine has what that needs. */
export interface Installation {
  readonly database: 'MariaDB' | 'SQLite';
  readonly server: 'uWSGI' | 'wsgiref';
  /** 'Placement 8.0.0, MariaDB 10.11.6, uWSGI with 2 processes × 4 threads' */
  readonly description: string;
}

/** Null where the original is not installed (Debian: python3-placement). */
export function findInstallation(): Installation | null {
  const version = said(python, [
    '-c',
    'import placement.deploy; from importlib.metadata import version; print(version("openstack-placement"))',
  ]);
  if (version === null) return null;
  const hasMariadb = isProgram('mariadbd') && isProgram('mariadb-install-db') && canImport('pymysql');
  const hasUwsgi = isProgram('uwsgi') && said('uwsgi', ['--plugins', 'http,python3', '--version']) !== null;
  const database = hasMariadb ? 'MariaDB' : 'SQLite';
  const server = hasUwsgi ? 'uWSGI' : 'wsgiref';
  const described = [
    `Placement ${version}`,
    hasMariadb ? `MariaDB ${/\d+(\.\d+)+/.exec(said('mariadbd', ['--version']) ?? '')?.[0] ?? ''}` : 'SQLite',
    hasUwsgi ? 'uWSGI with 2 processes × 4 threads' : "Python's wsgiref with threads",
  ];
  return { database, server, description: described.join(', ') };
}

/** Debian keeps servers where only administrators look. */
export const programPath = `/usr/sbin:/sbin:${process.env['PATH'] ?? '/usr/bin:/bin'}`;

function isProgram(name: string): boolean {
  return programPath.split(':').some((directory) => existsSync(join(directory, name)));
}

function canImport(module: string): boolean {
  return spawnSync(python, ['-c', `import ${module}`]).status === 0;
}

/** What a program writes, or null if it fails or is not there. */
function said(command: string, args: readonly string[]): string | null {
  const { status, stdout } = spawnSync(command, args, {
    encoding: 'utf8',
    env: { ...process.env, PATH: programPath },
  });
  return status === 0 ? stdout.trim() : null;
}
