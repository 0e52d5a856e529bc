import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Connection } from '../load/connection.ts';
import type { Progress } from '../progress.ts';
import type { WorldPlan } from '../worlds/world-plan.ts';
import { plansVersion } from '../worlds/world-plan.ts';
import type { Database } from './database.ts';
import { insertStatements } from './insert-statements.ts';
import type { Installation } from './installation.ts';
import { startMariadb } from './mariadb.ts';
import { sqliteFile } from './sqlite-file.ts';
import { startWeb } from './web.ts';

/** Real Placement, with a world in it. */
export interface Original {
  readonly url: string;
  /** Web server and database. */
  readonly pids: readonly number[];
  stop(): Promise<void>;
}

/** Starts the original on the data of an earlier run, or fills it first. */
export async function startOriginal(
  installation: Installation,
  plan: WorldPlan,
  cacheDirectory: string,
  progress: Progress,
): Promise<Original> {
  const name = `${plan.name}-v${plansVersion}-${installation.database.toLowerCase()}`;
  const directory = join(cacheDirectory, 'original', name);
  const filledFile = join(directory, 'filled');
  const isFilled = existsSync(filledFile);
  // What was left half filled is of no use.
  if (!isFilled) await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  const database =
    installation.database === 'MariaDB' ? await startMariadb(directory) : sqliteFile(directory);
  const web = await startWeb(installation, directory, database.connection).catch(async (error: unknown) => {
    await database.stop();
    throw error;
  });
  const original: Original = {
    url: web.url,
    pids: [web.running.pid, ...database.pids],
    stop: async () => {
      await web.running.stop();
      await database.stop();
    },
  };
  if (isFilled) return original;
  try {
    progress.say(`filling the original with ${plan.name}`);
    await fill(original.url, database, plan, progress);
    await writeFile(filledFile, '');
    return original;
  } catch (error) {
    await original.stop();
    throw error;
  }
}

/** Custom names by the API, which numbers them; everything else at once. */
async function fill(url: string, database: Database, plan: WorldPlan, progress: Progress): Promise<void> {
  const connection = new Connection(url);
  const names = [
    ...plan.classes.map((name) => `/resource_classes/${name}`),
    ...plan.traits.map((name) => `/traits/${name}`),
  ];
  for (const [index, path] of names.entries()) {
    const { status, body } = await connection.request({ method: 'PUT', path });
    if (status >= 300) throw new Error(`PUT ${path} of the original: ${status} ${body.toString('utf8')}`);
    progress.step('names', index + 1, names.length);
  }
  connection.close();
  const statements = [
    ...insertStatements(plan, {
      traits: database.ids('select name, id from traits'),
      classes: database.ids('select name, id from resource_classes'),
    }),
  ];
  progress.say(`  ${plan.providers.length} providers, ${plan.consumers.length} consumers`);
  database.carryOut(statements);
}
