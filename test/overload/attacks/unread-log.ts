import { connect } from 'node:net';
import type { Attack } from '../attack.ts';

/** Each request leaves a line in the log, and each line would have all of its target. */
export const unreadLog: Attack = {
  name: 'unread-log',
  does: 'requests with long targets come as fast as they are answered, and nobody reads the log',
  before: '2.2 GB in 40 s, and SIGTERM did not end it',
  serve: ['--log-level', 'info', '--shutdown-grace', '5s'],
  leavesOutput: true,
  growthMbMax: 100,
  run: async (berth, scale) => {
    const request = `GET /${'x'.repeat(targetLength)} HTTP/1.1\r\nhost: h\r\n\r\n`;
    const perConnection = Math.ceil((requests * scale) / connections);
    const answered = await Promise.all(
      Array.from({ length: connections }, () => askInTurns(berth.port, request, perConnection)),
    );
    const sum = answered.reduce((one, other) => one + other, 0);
    return [{ what: 'answers', value: `${sum}` }];
  },
};

const targetLength = 50_000;
const connections = 8;
const requests = 40_000;

/** One request after the other on one connection, so that it is the log that is tried and not the connection. */
function askInTurns(port: number, request: string, count: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let answers = 0;
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.on('data', (chunk: Buffer) => {
      if (!chunk.includes('HTTP/1.1 ')) return;
      answers += 1;
      if (answers < count) socket.write(request);
      else socket.end(() => resolve(answers));
    });
    socket.on('error', reject);
  });
}
