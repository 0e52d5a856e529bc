import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ask } from '@berth/compute-engine/scheduler/asking/ask.ts';
import { defaultSchedulerSettings } from '@berth/compute-engine/scheduler/settings.ts';
import { GivenCloud, requestOf } from '@berth/compute-engine/testing/given-cloud.ts';
import type { AggregateId, ConsumerId } from '@berth/engine/ids.ts';
import { afterAllCases, draw, runsOf } from '@berth/testing/random-cases.ts';
import { type RunningNova, startNova, whyNotOriginal } from '../nova-manner/original-nova.ts';
import { type ArbitraryRequest, arbitraryRequest } from './arbitrary-request.ts';
import { OriginalScheduler } from './original-scheduler.ts';
import { compare, queryOf } from './query-of.ts';

const reason = whyNotOriginal();
if (reason !== null) process.stderr.write(`\nSKIPPED: what the original Nova asks Placement: ${reason}\n`);

/** All prefilters are on, here and there. */
const settings = {
  ...defaultSchedulerSettings,
  prefilters: {
    zoneAggregates: true,
    tenantAggregates: true,
    tenantsNeedAggregates: false,
    imageTypeSupport: true,
    isolatedAggregates: true,
    imageTraits: true,
  },
};

const originalSettings = {
  'scheduler.limit_tenants_to_placement_aggregate': true,
  'scheduler.query_placement_for_image_type_support': true,
  'scheduler.enable_isolated_aggregate_filtering': true,
  'scheduler.image_metadata_prefilter': true,
};

const aggregates: readonly {
  readonly hosts: readonly string[];
  readonly metadata: Record<string, string>;
}[] = [
  { hosts: ['host1'], metadata: { availability_zone: 'zone1' } },
  { hosts: ['host2'], metadata: { availability_zone: 'zone2' } },
  { hosts: ['host1'], metadata: { availability_zone: 'zone1', 'trait:CUSTOM_A': 'required' } },
  { hosts: [], metadata: { 'trait:CUSTOM_A': 'required', 'trait:CUSTOM_B': 'required' } },
  { hosts: [], metadata: { 'trait:HW_CPU_HYPERTHREADING': 'required' } },
  { hosts: [], metadata: { 'trait:CUSTOM_A': 'forbidden', filter_tenant_id: 'another' } },
  { hosts: [], metadata: { filter_tenant_id7: 'admin' } },
  { hosts: [], metadata: { filter_tenant_id: 'another', owner: 'admin' } },
];

describe('what is asked of Placement is what the original asks', { skip: reason ?? false }, () => {
  let nova: RunningNova;
  let original: OriginalScheduler;
  const cloud = new GivenCloud('host1 VCPU:1\nhost2 VCPU:1\nhost3 VCPU:1');

  before(async () => {
    nova = await startNova();
    original = new OriginalScheduler(nova);
    await original.configure(originalSettings);
    for (const [index, { hosts, metadata }] of aggregates.entries()) {
      const id = (await original.aggregate(hosts, metadata)) as AggregateId;
      cloud.withAggregate(`aggregate${index}`, metadata, { id, hosts });
    }
    await original.queries();
  });
  after(() => nova.stop());

  test('at random', async (context) => {
    let compared = 0;
    for (const asked of draw(arbitraryRequest(), runsOf(30))) {
      const { flavor, image, zone, hints } = asked;
      const made = await original.servers({
        flavor: await original.flavor(flavor),
        image: await original.image(image),
        ...(zone !== null && { zone }),
        ...(hints !== null && { hints: { [hints]: nobody } }),
      });
      const theirs = (await original.queries())
        .filter(({ isUnderstood }) => isUnderstood)
        .map(({ query }) => query);
      // What the API refuses never gets to a scheduler.
      if (typeof made === 'string') continue;
      compared++;
      assert.deepEqual(ours(cloud, asked), theirs.map(comparable), JSON.stringify(asked));
      for (const { id } of made) await original.remove(id);
    }
    context.diagnostic(`${compared} queries were compared`);
    afterAllCases(() => assert.ok(compared > 10));
  });
});

const nobody = '00000000-0000-4000-8000-000000000000';

/** The queries that we would make; none where there is no use in it. */
function ours(cloud: GivenCloud, { flavor, image, zone, hints }: ArbitraryRequest): string[][][] {
  const others = { same_host: 'sameHosts', different_host: 'differentHosts' } as const;
  const asked = ask(
    cloud,
    requestOf({
      flavor,
      image,
      request: { zone, projectId: 'admin' },
      ...(hints !== null && { hints: { [others[hints]]: [nobody as ConsumerId] } }),
    }),
    settings,
  );
  if ('reason' in asked) return [];
  // For these it asks for all candidates: see `searchScopeOf` for what is done here.
  const limit = hints === null ? settings.candidatesMax : null;
  return asked.requests.map((request) => comparable(queryOf(request, limit)));
}

/**
 * Without what newer releases ask for besides, and without a policy of `none`, which is the same as no policy. Queries that Placement
 * does not understand are left out: we do not make them.
 */
function comparable(query: readonly string[][]): string[][] {
  return query
    .filter(([name, value]) => name !== 'group_policy' || value !== 'none')
    .map(([name = '', value = '']) => {
      if (!name.startsWith('required')) return [name, value];
      return [
        name,
        value
          .split(',')
          .filter((trait) => !askedByNewer.has(trait))
          .join(','),
      ];
    })
    .filter(([name = '', value]) => !name.startsWith('required') || value !== '')
    .sort(compare);
}

const askedByNewer: ReadonlySet<string> = new Set([
  'COMPUTE_SECURITY_TPM_TIS',
  'COMPUTE_SECURITY_TPM_CRB',
  'HW_CPU_X86_AMD_SEV',
]);
