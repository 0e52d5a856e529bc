import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aggregateId } from '@berth/engine/testing/names.ts';
import { GivenCloud } from '../../testing/given-cloud.ts';
import { defaultSchedulerSettings } from '../settings.ts';
import { wordsOf } from '../words-of.ts';
import { aggregateSteps } from './aggregate-steps.ts';

const room = 'VCPU:8 MEMORY_MB:8192 DISK_GB:100';
const settings = {
  prefilters: { ...defaultSchedulerSettings.prefilters, tenantAggregates: true, isolatedAggregates: true },
};

/** Of four hosts two are the project's, three are in the east, and two have a licence. */
const given = () =>
  new GivenCloud(`
    cn1     ${room}  agg:ours,east
      numa1 VCPU:1
    cn2     ${room}  agg:ours,east,licensed
    cn3     ${room}  agg:east
    cn4     ${room}  agg:licensed
    ss1     DISK_GB:100  MISC_SHARES_VIA_AGGREGATE  agg:east,ours,licensed`)
    .withAggregate('ours', { filter_tenant_id: 'project' })
    .withAggregate('east', { availability_zone: 'east' })
    .withAggregate('licensed', { 'trait:CUSTOM_WINDOWS': 'required' })
    .withoutNode('ss1');

function told(cloud: GivenCloud, request: object): readonly string[] {
  const scheduling = cloud.schedule(['vm'], { request }, settings);
  const { decision } = scheduling.isPlaced ? (scheduling.servers[0] ?? assert.fail()) : scheduling;
  return wordsOf(decision).split('\n');
}

test('each rule tells how many hosts it leaves of those before it, and some that it does not', () => {
  assert.deepEqual(told(given(), { zone: 'east' }), [
    'require_tenant_aggregate left 2 hosts. cn3: it is in no aggregate of the project; cn4: it is in no aggregate of the project.',
    'map_az_to_placement_aggregate left 2 hosts.',
    'isolate_aggregates left 1 host. cn2: aggregate licensed is for servers with other traits.',
    'Placement has room on 1 host.',
    'ComputeFilter left 1 host.',
  ]);
});

test('rules that demand nothing say nothing', () => {
  const cloud = new GivenCloud(`cn1 ${room}`).withAggregate('east', { availability_zone: 'east' });
  assert.deepEqual(told(cloud, { zone: 'nova' }), [
    'Placement has room on 1 host.',
    'ComputeFilter left 1 host.',
  ]);
});

test('where they leave nobody, that is told before who has room', () => {
  const cloud = new GivenCloud(`cn1 ${room}`).withAggregate('empty', { availability_zone: 'west' });
  assert.deepEqual(told(cloud, { zone: 'west' }).slice(0, 2), [
    'map_az_to_placement_aggregate left 0 hosts. cn1: it is in another zone.',
    'Placement has room on 0 hosts.',
  ]);
});

test('thousands of hosts are counted, and three of them named', () => {
  const lines = Array.from({ length: 2_500 }, (_, index) => `cn${index} ${index % 5 ? '' : 'agg:east'}`);
  const cloud = new GivenCloud(lines.join('\n'));
  const rule = { name: 'isolate_aggregates', ids: [aggregateId('east')], isForbidden: true } as const;
  const [step] = aggregateSteps(cloud, [rule]);
  assert.deepEqual([step?.left, step?.refused.map(({ host }) => host)], [2_000, ['cn0', 'cn5', 'cn10']]);
});
