import { parseArgs } from 'node:util';
import { newestCompared } from '../versions.ts';
import { startOriginal } from '../sides/original-side.ts';
import { startOurs } from '../sides/our-side.ts';
import { conformanceOf, seamsUpTo } from './conformance.ts';
import { type Coverage, nameOf } from './coverage.ts';
import { newest } from './operations.ts';

const usage = `Play all scenarios at all versions of our compute service, and judge every answer by shared/conformance-compute.

  node_modules/.bin/node test/compute/conformance/run.ts [options]

  --only 2.1,2.53   only at these versions
  --seams           only where something changes
  --policy P        secure: new defaults and scopes count; legacy: the old ones too (secure)
  --original        play them on the original Nova instead
  --log FILE        keep the exchanges there, as lines for the checker
`;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    seams: { type: 'boolean', default: false },
    policy: { type: 'string', default: 'secure' },
    original: { type: 'boolean', default: false },
    log: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const { policy, original, log } = values;

if (values.help) process.stdout.write(usage);
else if (policy !== 'secure' && policy !== 'legacy')
  throw new Error(`--policy is secure or legacy, not ${policy}`);
else {
  const last = original ? newestCompared : newest;
  const versions =
    values.only !== undefined
      ? values.only.split(',').map((version) => Number(version.split('.')[1]))
      : values.seams
        ? seamsUpTo(last)
        : Array.from({ length: last }, (_, index) => index + 1);
  const onFault = (thrown: unknown) => process.stdout.write(`ours failed: ${String(thrown)}\n`);
  const side = await (original ? startOriginal(policy) : startOurs(policy, onFault));
  try {
    const onVersion = (minor: number, requests: number) =>
      void process.stdout.write(`2.${minor}: ${requests} requests\n`);
    const found = await conformanceOf(side, {
      versions,
      last,
      isOriginal: original,
      onVersion,
      ...(log === undefined ? {} : { log }),
    });
    const { failures, lastLine } = found;
    const told = [
      ...(failures === '' ? [] : [failures]),
      ...linesOf(found.near, 'what clients touch besides'),
      ...linesOf(found.slice, 'the slice'),
      lastLine,
    ];
    process.stdout.write(`${told.join('\n')}\n`);
    process.exitCode = lastLine.endsWith(' 0 failed') ? 0 : 1;
  } finally {
    await side.stop();
  }
}

function linesOf({ neverSucceeded, neverRefused, line }: Coverage, what: string): readonly string[] {
  return [
    ...neverSucceeded.map((entry) => `without success: ${nameOf(entry)}`),
    ...neverRefused.map((entry) => `without an error: ${nameOf(entry)}`),
    `${what}: ${line}`,
  ];
}
