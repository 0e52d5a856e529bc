import { join } from 'node:path';
import { freePort } from '@berth/api-kit/testing/free-port.ts';
import { Connection } from '../load/connection.ts';
import { generate } from '../load/generator.ts';
import type { BareFigures } from '../measuring/row.ts';
import type { Settings } from '../measuring/settings.ts';
import { start } from '../processes/running.ts';

const program = join(import.meta.dirname, 'bare-http-program.ts');

/** What a bare `node:http` server does with answers of this size, if they are prepared. */
export async function bareHttp(
  bytes: number,
  { seconds, connections }: Settings,
  logFile: string,
): Promise<BareFigures> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const templates = [{ method: 'GET', path: `/${Math.round(bytes)}` }] as const;
  const running = start(process.execPath, [program, `${port}`], { logFile });
  try {
    await running.untilUp(() => isListening(url));
    await generate(url, templates, { connections, seconds: Math.min(1, seconds) });
    const alone = await generate(url, templates, { connections: 1, seconds });
    const loaded = await generate(url, templates, { connections, seconds });
    return { perSecond: loaded.perSecond, alone: alone.timings, loaded: loaded.timings };
  } finally {
    await running.stop();
  }
}

async function isListening(url: string): Promise<boolean> {
  const connection = new Connection(url);
  try {
    return (await connection.request({ method: 'GET', path: '/0' })).status === 200;
  } catch {
    return false; // Nobody listens yet; whoever waits knows when to give up.
  } finally {
    connection.close();
  }
}
