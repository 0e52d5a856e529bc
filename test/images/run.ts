import { parseArgs } from 'node:util';
import { Progress } from '../../bench/progress.ts';
import { comparison } from './comparison.ts';

const usage = `Sends random requests to the image service and to Debian's Glance, and compares the answers.

  --requests N   how many (1000)
  --seed TEXT    which ones (a new one each time)
`;

const { values } = parseArgs({
  options: { requests: { type: 'string' }, seed: { type: 'string' }, help: { type: 'boolean' } },
});
if (values.help) process.stdout.write(usage);
else {
  const seed = values.seed ?? crypto.randomUUID();
  process.stdout.write(`seed ${seed}\n`);
  const [progress, requests] = [new Progress(), Number(values.requests ?? 1_000)];
  const result = await comparison(
    requests,
    seed,
    (text) => process.stdout.write(text),
    (done) => progress.step('requests', done, requests),
  );
  const counts = (of: ReadonlyMap<unknown, number>) =>
    [...of].map(([what, count]) => `${String(what)}: ${count}`).join(', ');
  process.stdout.write(
    `${result.requests} requests (${counts(result.byStatus)}); explained: ${counts(result.explained) || 'none'}; unexplained: ${result.unexplained}\n`,
  );
  process.exitCode = result.unexplained === 0 ? 0 : 1;
}
