import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import type { BothTools } from './both-tools.ts';

/** The servers that most is done with, the known tool's and ours. */
const both = ['server-K', 'server-O'];

/** Servers come to be in this state, and nothing is being done with them. */
export async function reached(tools: BothTools, status: string, servers = both): Promise<void> {
  for (const server of servers) {
    let found = '';
    for (let tries = 0; tries < 200 && found !== `None ${status}`; tries++) {
      if (tries > 0) await setTimeout(100);
      const shown = await tools.said(`server show ${server} -f value -c OS-EXT-STS:task_state -c status`);
      found = shown.trim().replace('\n', ' ');
    }
    assert.equal(found, `None ${status}`, server);
  }
}
