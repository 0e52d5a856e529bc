import { test } from 'node:test';
import { whyNotOriginal } from '@berth/compute/testing/nova-manner/original-nova.ts';
import { seed } from '@berth/testing/random-cases.ts';
import { auditCampaign } from './audit-campaign.ts';

const reason = whyNotOriginal();
if (reason !== null) process.stderr.write(`\nSKIPPED: the audit of an original Nova: ${reason}\n`);

test('what is done to allocations behind the back of a real Nova is found and repaired, all of it and nothing else', {
  skip: reason ?? false,
}, async () => {
  await auditCampaign({ servers: 8, damages: 10, seed: String(seed()), print: () => {} });
});
