import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filters } from '@berth/compute-engine/scheduler/filters/filters.ts';
import { defaultSchedulerSettings } from '@berth/compute-engine/scheduler/settings.ts';
import { loadConfig } from '../config/load-config.ts';
import { filterNames } from '../config/scheduler-settings.ts';
import { schedulingOf } from './scheduling-of.ts';

const load = (...args: readonly string[]) =>
  schedulingOf(loadConfig({ args, environment: {}, readText: () => '' }).config);

test('every filter can be switched on', () => {
  assert.deepEqual([...filterNames], Object.keys(filters));
});

test('who says nothing gets what the original does', () => {
  assert.deepEqual(load(), defaultSchedulerSettings);
});

test('every setting of the scheduler gets to where it is asked for', () => {
  assert.deepEqual(
    load(
      ...`
        --enabled-filters NumInstancesFilter,ComputeFilter --max-placement-results 20 --ram-weight-multiplier 2.5
        --cpu-weight-multiplier 0 --disk-weight-multiplier -1 --io-ops-weight-multiplier -3
        --build-failure-weight-multiplier 4e3 --soft-affinity-weight-multiplier 5 --soft-anti-affinity-weight-multiplier .5
        --limit-tenants-to-placement-aggregate --placement-aggregate-required-for-tenants
        --query-placement-for-image-type-support --enable-isolated-aggregate-filtering --image-metadata-prefilter
        --disable-fallback-pcpu-query --default-availability-zone main --image-properties-default-architecture x86_64
        --max-instances-per-host 9 --max-io-ops-per-host 0 --aggregate-image-properties-isolation-namespace site
        --aggregate-image-properties-isolation-separator -
      `
        .trim()
        .split(/\s+/),
    ),
    {
      candidatesMax: 20,
      fallsBackToSharedCpus: false,
      prefilters: {
        zoneAggregates: true,
        tenantAggregates: true,
        tenantsNeedAggregates: true,
        imageTypeSupport: true,
        isolatedAggregates: true,
        imageTraits: true,
      },
      filters: ['NumInstancesFilter', 'ComputeFilter'],
      defaultZone: 'main',
      defaultArchitecture: 'x86_64',
      serversPerHostMax: 9,
      diskWorkPerHostMax: 0,
      imageIsolationPrefix: 'site-',
      multipliers: {
        ram: 2.5,
        cpu: 0,
        disk: -1,
        ioOps: -3,
        buildFailure: 4000,
        softAffinity: 5,
        softAntiAffinity: 0.5,
      },
    },
  );
});

for (const [args, complaint] of [
  [['--enabled-filters', 'ComputeFilter,RamFilter'], /enabled-filters.*must be .*any of ComputeFilter, /s],
  [['--enabled-filters', 'ComputeFilter,ComputeFilter'], /enabled-filters.*must be .*each at most once/s],
  [
    ['--ram-weight-multiplier', 'much'],
    /ram-weight-multiplier.*must be a number from -1000000000 to 1000000000/s,
  ],
  [['--ram-weight-multiplier', '1e999'], /must be a number/],
  [['--max-placement-results', '0'], /must be a whole number from 1 to 10000/],
] as const) {
  test(`refused: ${args.join(' ')}`, () => {
    assert.throws(() => load(...args), { message: complaint });
  });
}
