import { parseArgs } from 'node:util';
import { freshSeed } from '@berth/testing/random-cases.ts';
import { comparisonOfReads } from './comparison-of-reads.ts';

const usage = `Compare what our compute service and the original Nova answer to random reads of the same fleet.

  node_modules/.bin/node test/compute/reads/run.ts [options]

  --requests N    how many (5000)
  --windows N     besides, so many about what changed in a window of time alone (0)
  --migration-windows N   and so many about migrations in a window of time (0)
  --policy P      secure: new defaults and scopes count; legacy: the old ones too (secure)
  --seed TEXT     what everything is drawn from (random, and told)
  --on URL        an original that is running already, started as this command starts its own: with the fleet, or empty
  --only NAME     only this request; findings are told with theirs
  --answers       tell how often each route has answered with each status
`;

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '5000' },
    windows: { type: 'string', default: '0' },
    'migration-windows': { type: 'string', default: '0' },
    policy: { type: 'string', default: 'secure' },
    seed: { type: 'string', default: String(freshSeed()) },
    only: { type: 'string' },
    on: { type: 'string' },
    answers: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const { policy, only, on } = values;
if (values.help) {
  process.stdout.write(usage);
} else if (policy !== 'secure' && policy !== 'legacy') {
  throw new Error(`--policy is secure or legacy, not ${policy}`);
} else {
  process.stdout.write(`seed ${values.seed}\n`);
  const plan = {
    seed: values.seed,
    requests: {
      all: Number(values.requests),
      windows: Number(values.windows),
      'migration-windows': Number(values['migration-windows']),
    },
    policy,
    ...(on === undefined ? {} : { on }),
    ...(only === undefined ? {} : { only }),
  } as const;
  const report = await comparisonOfReads(plan, (text) => process.stdout.write(text));
  if (values.answers) process.stdout.write(`${report.answers()}\n`);
  process.stdout.write(`${report.summary()}\n`);
  process.exitCode = report.unexplained === 0 ? 0 : 1;
}
