import { parseArgs } from 'node:util';
import { freshSeed } from '@berth/testing/random-cases.ts';
import { comparison } from './comparison.ts';
import { originalSide } from './original.ts';
import { ourSide } from './ours.ts';

const usage = `Compares our identity service with the original Keystone, request by request.

  --requests N   how many (5000)
  --seed TEXT    what they are drawn from; a fresh one unless given
  --round N      only this round
`;

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '5000' },
    seed: { type: 'string' },
    round: { type: 'string' },
    help: { type: 'boolean' },
  },
});

if (values.help) process.stdout.write(usage);
else {
  const seed = values.seed ?? String(freshSeed());
  process.stdout.write(`seed ${seed}\n`);
  const [original, ours] = [await originalSide(), await ourSide()];
  try {
    const plan = {
      seed,
      requests: Number(values.requests),
      perRound: 60,
      ...(values.round === undefined ? {} : { round: Number(values.round) }),
    };
    const report = await comparison(plan, original, ours, (text) => process.stdout.write(text));
    const statuses = [...report.statuses].toSorted(([one], [other]) => one - other);
    process.stdout.write(`${statuses.map(([status, count]) => `${status}: ${count}`).join(', ')}\n`);
    for (const [why, count] of report.explained) process.stdout.write(`${count} times: ${why}\n`);
    process.stdout.write(`${report.requests} requests, ${report.findings.length} unexplained\n`);
    process.exitCode = report.findings.length === 0 ? 0 : 1;
  } finally {
    await original.close();
    await ours.close();
  }
}
