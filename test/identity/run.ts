import { parseArgs } from 'node:util';
import { freshSeed } from '@berth/testing/random-cases.ts';
import { Progress } from '../../bench/progress.ts';
import { comparison } from './comparison.ts';
import { hostileRun } from './hostile.ts';
import { originalSide } from './original.ts';
import { ourSide } from './ours.ts';

const usage = `Compares our identity service with the original Keystone, request by request.

  --requests N   how many (5000)
  --seed TEXT    what they are drawn from; a fresh one unless given
  --round N      only this round
  --hostile      to ours alone, without a good token: nobody gets in, nothing is written, nothing fails
`;

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '5000' },
    seed: { type: 'string' },
    round: { type: 'string' },
    hostile: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});

const seed = values.seed ?? String(freshSeed());
if (values.help) process.stdout.write(usage);
else if (values.hostile) {
  const { requests, problems, statuses } = await hostileRun(seed, Number(values.requests));
  for (const problem of problems.slice(0, 20)) process.stdout.write(`${problem}\n`);
  process.stdout.write(
    `seed ${seed}: ${told(statuses)}\n${requests} requests, ${problems.length} problems\n`,
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
} else {
  process.stdout.write(`seed ${seed}\n`);
  const [original, ours] = [await originalSide(), await ourSide()];
  try {
    const [progress, requests] = [new Progress(), Number(values.requests)];
    const plan = {
      seed,
      requests,
      perRound: 60,
      onRound: (done: number) => progress.step('requests', done, requests),
      ...(values.round === undefined ? {} : { round: Number(values.round) }),
    };
    const report = await comparison(plan, original, ours, (text) => process.stdout.write(text));
    process.stdout.write(`${told(report.statuses)}\n`);
    for (const [why, count] of report.explained) process.stdout.write(`${count} times: ${why}\n`);
    process.stdout.write(`${report.requests} requests, ${report.findings.length} unexplained\n`);
    process.exitCode = report.findings.length === 0 ? 0 : 1;
  } finally {
    await original.close();
    await ours.close();
  }
}

/** How many answers of each status. */
function told(statuses: ReadonlyMap<number, number>): string {
  const sorted = [...statuses].toSorted(([one], [other]) => one - other);
  return sorted.map(([status, count]) => `${status}: ${count}`).join(', ');
}
