import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const python = '/usr/bin/python3';

/** Why there is no Glance here; null when there is one. Where everything must be tested, its absence is a fault. */
export function glanceIsMissing(): string | null {
  const { status, stderr } = spawnSync(python, ['-c', 'import glance.cmd.manage'], { encoding: 'utf8' });
  if (status === 0) return null;
  const reason = 'python3-glance IS NOT INSTALLED: nothing was loaded, and nothing was compared';
  assert.notEqual(process.env['CI'], 'true', `${reason}\n${stderr}`);
  process.stderr.write(`${reason}\n`);
  return reason;
}

/** Debian's Glance on a database of its own, without a service: what `glance-manage` does with it. */
export class RealGlance {
  readonly #directory: string;
  #exports = 0;

  constructor(directory: string) {
    this.#directory = directory;
    const settings = `[database]\nconnection = sqlite:///${join(directory, 'glance.db')}\n`;
    writeFileSync(join(directory, 'glance.conf'), settings);
    assert.match(this.#manage('db_sync'), /Database is synced successfully/);
  }

  /** Gives its log. That all is well cannot be told from the exit code. */
  load(path: string, ...options: readonly string[]): string {
    return this.#manage('db', 'load_metadefs', '--path', path, ...options);
  }

  /** What it exports, by namespace. */
  export(): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
    const directory = join(this.#directory, `export-${this.#exports++}`);
    mkdirSync(directory);
    this.#manage('db', 'export_metadefs', '--path', `${directory}/`);
    return new Map(
      readdirSync(directory).map((name) => {
        const namespace = JSON.parse(readFileSync(join(directory, name), 'utf8'));
        return [namespace.namespace, namespace];
      }),
    );
  }

  /** The properties of a namespace as they are in the database. */
  stored(namespace: string): Readonly<Record<string, unknown>> {
    const database = new DatabaseSync(join(this.#directory, 'glance.db'), { readOnly: true });
    try {
      const rows = database
        .prepare(
          `SELECT property.name, property.json_schema
             FROM metadef_properties property
             JOIN metadef_namespaces namespace ON namespace.id = property.namespace_id
            WHERE namespace.namespace = ?`,
        )
        .all(namespace) as { name: string; json_schema: string }[];
      return Object.fromEntries(rows.map((row) => [row.name, JSON.parse(row.json_schema)]));
    } finally {
      database.close();
    }
  }

  /** What the API would refuse, or understand otherwise. */
  complaints(files: readonly string[]): readonly (readonly [file: string, text: string])[] {
    return JSON.parse(run([join(import.meta.dirname, 'check-metadefs.py'), ...files]).stdout);
  }

  #manage(...words: readonly string[]): string {
    const program = 'import sys; from glance.cmd.manage import main; sys.exit(main())';
    const { stdout, stderr } = run([
      '-c',
      program,
      '--config-file',
      join(this.#directory, 'glance.conf'),
      ...words,
    ]);
    return `${stdout}${stderr}`;
  }
}

function run(words: readonly string[]): { stdout: string; stderr: string } {
  const { status, error, stdout, stderr } = spawnSync(python, ['-W', 'ignore', ...words], {
    encoding: 'utf8',
    timeout: 300_000,
    maxBuffer: 2 ** 28,
    // The plainest environment that there is: files are then read as ASCII.
    env: { PATH: process.env['PATH'], LC_ALL: 'C', PYTHONCOERCECLOCALE: '0', PYTHONUTF8: '0' },
  });
  assert.equal(error, undefined);
  assert.equal(status, 0, `${words.join(' ')}\n${stdout}${stderr}`);
  return { stdout, stderr };
}
