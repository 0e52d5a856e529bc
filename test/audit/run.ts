import { parseArgs } from 'node:util';
import { freshSeed } from '@berth/testing/random-cases.ts';
import { auditCampaign } from './audit-campaign.ts';

const usage = `A real Nova on a Placement of Berth's: allocations are leaked, doubled, changed and removed behind its back, and \`berth audit\` has to
find and repair them, all of them and nothing else. The original's own audit is asked before and after.

  node test/audit/run.ts [options]

  --servers N       that are made, apart from those in odd states (40)
  --damages N       each of another consumer; about two of three are of servers, as long as there are some (50)
  --original        on the original Placement
  --seed TEXT       what is done is drawn from it (random)
`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    servers: { type: 'string', default: '40' },
    damages: { type: 'string', default: '50' },
    original: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(freshSeed()) },
  },
});
if (values.help) process.stdout.write(usage);
else {
  process.stdout.write(`seed: ${values.seed}\n`);
  await auditCampaign({
    servers: Number(values.servers),
    damages: Number(values.damages),
    seed: values.seed,
    hasOriginalPlacement: values.original,
    print: (text) => process.stdout.write(text),
  });
}
