import { appendFileSync } from 'node:fs';
import { Progress } from '../../bench/progress.ts';
import { comparison } from './comparison.ts';
import { readOptions, usage } from './options.ts';
import { isJudged, recordLine } from './record.ts';

if (process.argv.includes('--help')) {
  process.stdout.write(usage);
} else {
  const { plan, recordTo, tellsAnswers } = readOptions(process.argv.slice(2));
  process.stdout.write(`seed ${plan.seed}\n`);
  const recording =
    recordTo === null
      ? {}
      : {
          onExchange: (...[request, answer]: Parameters<typeof recordLine>) => {
            if (isJudged(request)) appendFileSync(recordTo, recordLine(request, answer));
          },
        };
  const progress = new Progress();
  const onRound = (done: number): void => progress.step('requests', done, plan.requests);
  const report = await comparison({ ...plan, ...recording, onRound }, (text) => process.stdout.write(text));
  if (tellsAnswers) process.stdout.write(`${report.answers()}\n`);
  process.stdout.write(`${report.summary()}\n`);
  process.exitCode = report.unexplained === 0 ? 0 : 1;
}
