import { parseArgs } from 'node:util';
import { compareServers } from './compare-servers.ts';

/** Compares all that two running servers hold: `node test/moving/compare.ts --a ORIGINAL --b BERTH`. */
const { values } = parseArgs({
  options: { a: { type: 'string' }, b: { type: 'string' }, connections: { type: 'string', default: '4' } },
});
if (values.a === undefined || values.b === undefined) {
  process.stderr.write('usage: node test/moving/compare.ts --a URL --b URL [--connections N]\n');
  process.exit(2);
}
const { requests, explained, unexplained } = await compareServers(
  { a: values.a, b: values.b },
  {
    connections: Number(values.connections),
    onProgress: (count) => {
      if (count % 5000 === 0) process.stderr.write(`${count} compared\n`);
    },
  },
);
for (const line of unexplained.slice(0, 100)) process.stdout.write(`${line}\n`);
for (const [reason, count] of explained) process.stdout.write(`explained (${reason}): ${count}\n`);
process.stdout.write(`${requests} requests compared, ${unexplained.length} differ\n`);
process.exit(unexplained.length === 0 ? 0 : 1);
