import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { judge } from './judge.ts';
import { KeptOutcomes } from './kept-outcomes.ts';
import { renderResults, resultsFile } from './render-results.ts';
import { runSuites } from './run-suites.ts';
import { suites } from './suites.ts';

const usage = `Debian's functional suites of OpenStack's clients, as they are, against one Berth that is started for them.

  node test/client-suites/run.ts [options]

  --suite NAME      this one only: ${suites.map((suite) => suite.package).join(', ')}
  --only REGEXP     modules whose names match, such as compute.v2.test_server
  --details         what failed tests say, as a whole
  --cold            each command of openstack and nova loads itself, which takes most of the time, and not once for all
  --keep FILE       what modules came to is kept there, and those that are there are not run again
  --write           the result into bench/CLIENT-SUITES.md, where nothing was left out by these options

It fails where a test fails that \`expected-failures.ts\` does not have, and where one passes that it has.
`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    suite: { type: 'string' },
    only: { type: 'string' },
    keep: { type: 'string' },
    cold: { type: 'boolean', default: false },
    details: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});

if (values.help) process.stdout.write(usage);
else {
  const chosen = suites.filter((suite) => values.suite === undefined || suite.package === values.suite);
  const pattern = new RegExp(values.only ?? '');
  const results = await runSuites(chosen, {
    isChosen: (module) => pattern.test(module),
    onOutcome: (suite, { test, outcome, reason, details, seconds }) => {
      const why = outcome === 'passed' ? '' : values.details ? `\n${details}` : `: ${reason}`;
      process.stdout.write(`${outcome} ${suite.package} ${test} (${seconds} s)${why}\n`);
    },
    isCold: values.cold,
    ...(values.keep === undefined ? {} : { kept: new KeptOutcomes(values.keep) }),
  });
  const { summary, surprises } = judge(results);
  process.stdout.write(`\n${[...summary, ...surprises].join('\n')}\n`);
  if (values.write && values.suite === undefined && values.only === undefined)
    writeFileSync(resultsFile, renderResults(results));
  if (surprises.length > 0) process.exitCode = 1;
}
