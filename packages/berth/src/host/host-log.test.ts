import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PassReport } from '@berth/host/tracker/pass-report.ts';
import type { ProviderDifference } from '@berth/host/tree-difference.ts';
import { createLog } from '../log/log.ts';
import { HostLog } from './host-log.ts';

const node = { uuid: 'a5b0e5f2-7c8d-4a0b-9c1e-2f3a4b5c6d7e', name: 'cn1' };
const quiet: PassReport = { updated: [{ node, difference: [], move: null }], failures: [], warnings: [] };
const failing: PassReport = {
  updated: [],
  failures: [{ node, error: new Error('GET /x: 503 away (req-1)'), isFatal: false, advice: null }],
  warnings: [],
};

test('a host that is ready says so once, and then once an hour that nothing has changed', () => {
  const { pass, said, clock } = logged();
  for (let minute = 0; minute < 150; minute += 1) {
    pass(quiet);
    clock.now += 60_000;
  }
  assert.deepEqual(said(), ['info ready', 'info nothing has changed', 'info nothing has changed']);
});

test('what fails is told each time, with the reason and when it is tried again, and that it works again', () => {
  const { pass, said, lines } = logged();
  for (const report of [failing, failing, quiet, failing, quiet, quiet]) pass(report);
  assert.deepEqual(said(), [
    'error Placement could not be brought up to date',
    'error Placement could not be brought up to date',
    'info ready',
    'error Placement could not be brought up to date',
    'info Placement is up to date again',
  ]);
  const { node: name, reason, nextInMs } = lines()[0] ?? {};
  assert.deepEqual([name, reason, nextInMs], ['cn1', 'GET /x: 503 away (req-1)', 1500]);
});

test('what was written is told in short, and of many providers only some', () => {
  const { pass, lines } = logged();
  const changed: ProviderDifference = {
    kind: 'changed',
    uuid: node.uuid,
    name: 'cn1',
    inventories: [
      { resourceClass: 'VCPU', before: { total: 4 }, after: { total: 8 } },
      { resourceClass: 'DISK_GB', before: { total: 9 }, after: { total: 9, reserved: 1 } },
      { resourceClass: 'VGPU', before: { total: 2 }, after: null },
    ],
    traits: { added: ['CUSTOM_A'], removed: ['CUSTOM_B'] },
    aggregates: { added: [], removed: [] },
  };
  pass({ ...quiet, updated: [{ node, difference: Array.from({ length: 30 }, () => changed), move: null }] });
  const [{ providers, more } = {}] = lines();
  assert.deepEqual(more, 10);
  assert.equal((providers as string[])[0], 'cn1 changed VCPU:4→8 ~DISK_GB:9 -VGPU:2 +CUSTOM_A -CUSTOM_B');
});

test('a warning that stays the same is told once', () => {
  const { pass, said } = logged();
  for (const warnings of [['a'], ['a'], ['a', 'b'], [], ['a']]) pass({ ...quiet, warnings });
  assert.deepEqual(
    said().filter((line) => line.startsWith('warn')),
    ['warn a', 'warn b', 'warn a'],
  );
});

test('of a start that has failed it is told, too, which nodes are done', () => {
  const { hostLog, said } = logged();
  const move = { reason: 'GPUs', before: new Map(), after: new Map() };
  hostLog.cannotStart({
    updated: [{ node, difference: [], move }],
    failures: [
      { node, error: new Error('no room'), isFatal: true, advice: 'start again' },
      { node: null, error: new Error('away'), isFatal: false, advice: null },
    ],
    warnings: ['nobody is not there'],
  });
  assert.deepEqual(said(), [
    'info reshape done',
    'fatal the host cannot start',
    'error Placement could not be brought up to date',
    'warn nobody is not there',
  ]);
});

function logged() {
  const written: string[] = [];
  const clock = { now: 0 };
  const target = { write: (line: string) => void written.push(line), isTerminal: false };
  const hostLog = new HostLog(createLog({ logLevel: 'info', logFormat: 'json' }, target), () => clock.now);
  const lines = () => written.map((line) => JSON.parse(line) as Record<string, unknown>);
  return {
    clock,
    hostLog,
    lines,
    pass: (report: PassReport) => hostLog.pass({ startup: false, report, tookMs: 1, nextInMs: 1500 }),
    said: () => lines().map(({ level, msg }) => `${String(level)} ${String(msg)}`),
  };
}
