import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startBerth } from '../berth/server.ts';
import type { RequestTemplate } from '../load/request-template.ts';
import { overHttp } from '../measuring/over-http.ts';
import type { Settings } from '../measuring/settings.ts';
import type { Operation } from '../ops/operation.ts';
import { type HotSpot, hotSpots } from './hot-spots.ts';

const root = join(import.meta.dirname, '../..');

/** Where a server's time goes that does nothing but this operation. Its own start is in it, a second or so. */
export async function profileOperation(
  ledger: string,
  world: string,
  operation: Operation,
  first: RequestTemplate,
  settings: Settings,
  workDirectory: string,
): Promise<HotSpot[]> {
  const profileDirectory = await mkdtemp(join(workDirectory, 'profile-'));
  const logFile = join(workDirectory, 'berth.log');
  const server = await startBerth({ ledger, logLevel: 'warn', logFile, profileDirectory }, first);
  await overHttp(server, world, operation, settings);
  await server.stop();
  const [file] = (await readdir(profileDirectory)).filter((name) => name.endsWith('.cpuprofile'));
  if (file === undefined) throw new Error(`Berth left no profile of ${operation.name}.`);
  return hotSpots(await readFile(join(profileDirectory, file), 'utf8'), root);
}
