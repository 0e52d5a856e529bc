import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import type { Maker } from '../compute/reads/fleet.ts';

/** What one of the original's own commands has said, and ended with. */
export interface ToolRun {
  readonly code: number;
  readonly output: string;
}

const databases = ['api', 'cell0', 'cell1'] as const;

/**
 * Runs `nova-manage placement …`, the original's, on the databases of the running Nova as they are now and on its Placement. Nova has them
 * in its memory, so they are copied into files, table by table.
 */
export async function novaManage(
  maker: Maker,
  { directory, placementUrl }: { readonly directory: string; readonly placementUrl: string },
  args: readonly string[],
): Promise<ToolRun> {
  const fileOf = (name: string) => join(directory, `nova-${name}.sqlite`);
  for (const name of databases) await copyDatabase(maker, name, fileOf(name));
  // The running Nova finds its cells by other names.
  const api = new DatabaseSync(fileOf('api'));
  for (const name of ['cell0', 'cell1']) {
    api
      .prepare('update cell_mappings set database_connection = ? where name = ?')
      .run(`sqlite:///${fileOf(name)}`, name);
  }
  api.close();
  const configuration = join(directory, 'nova-manage.conf');
  writeFileSync(configuration, configurationOf(fileOf, placementUrl));
  const program = 'import sys; from nova.cmd import manage; sys.exit(manage.main())';
  const child = spawn(
    '/usr/bin/python3',
    ['-c', program, '--config-file', configuration, 'placement', ...args],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const ended = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? -1)));
  const [output, complaints, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, output: code === 255 || code === 1 ? `${output}${complaints}` : output };
}

function configurationOf(fileOf: (name: string) => string, placementUrl: string): string {
  return `[DEFAULT]
use_stderr = true
[api_database]
connection = sqlite:///${fileOf('api')}
[database]
connection = sqlite:///${fileOf('cell1')}
[placement]
auth_type = admin_token
token = admin
endpoint = ${placementUrl}
endpoint_override = ${placementUrl}
`;
}

async function copyDatabase(maker: Maker, name: string, file: string): Promise<void> {
  rmSync(file, { force: true });
  const copy = new DatabaseSync(file);
  copy.exec('pragma foreign_keys = off; begin');
  const tables = await maker.rows<{ readonly name: string; readonly sql: string }>(
    name,
    "select name, sql from sqlite_master where type = 'table' and name not like 'sqlite_%'",
  );
  for (const table of tables) {
    copy.exec(table.sql);
    const rows = await maker.rows<Record<string, string | number | null>>(
      name,
      `select * from "${table.name}"`,
    );
    const [first] = rows;
    if (first === undefined) continue;
    const columns = Object.keys(first);
    const insert = copy.prepare(
      `insert into "${table.name}" (${columns.map((each) => `"${each}"`).join()}) values (${columns.map(() => '?').join()})`,
    );
    for (const row of rows) insert.run(...columns.map((each) => row[each] ?? null));
  }
  copy.exec('commit');
  copy.close();
}
