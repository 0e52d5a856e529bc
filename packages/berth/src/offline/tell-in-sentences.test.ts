import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Progress } from '../moving/progress.ts';
import type { NodeOutcome } from './node-outcome.ts';
import { tellInSentences } from './tell-in-sentences.ts';

const node = { uuid: 'uuid-1', name: 'host' };
const names = new Map([
  ['uuid-1', 'host'],
  ['uuid-2', 'host_gpu0'],
]);
const moves = [
  {
    consumer: 'vm1',
    before: { 'uuid-1': { VCPU: 2, VGPU: 1 } },
    after: { 'uuid-1': { VCPU: 2 }, 'uuid-2': { VGPU: 1 }, 'uuid-9': { DISK_GB: 5 } },
  },
];
const reshaped: NodeOutcome = { node, kind: 'reshaped', moves, names, reasons: [] };
const failed: NodeOutcome = { node, kind: 'failed', moves: [], names, reasons: ['it is full', 'Make room'] };
const none = { reshaped: 0, updated: 0, unchanged: 0, failed: 0 };

function telling({ isDryRun }: { readonly isDryRun: boolean }) {
  const said: string[] = [];
  const target = { write: (text: string) => void said.push(`progress ${text.trim()}`), isTerminal: false };
  const told = { ledger: 'l.db', isDryRun, print: (text: string) => void said.push(text) };
  const complain = (text: string) => void said.push(`! ${text}`);
  return { said, tell: tellInSentences({ ...told, complain }, new Progress(target, () => 0)) };
}

test('a dry run tells what would move, from where to where', () => {
  const { said, tell } = telling({ isDryRun: true });
  tell.begin?.(1);
  tell.node(reshaped);
  tell.end({ nodes: 1, byKind: { ...none, reshaped: 1 }, moved: 1, left: 0, warnings: [] });
  assert.deepEqual(said, [
    'host (uuid-1): would be reshaped',
    '  consumer vm1',
    '    before: host VCPU:2,VGPU:1',
    '    after:  host VCPU:2; host_gpu0 VGPU:1; uuid-9 DISK_GB:5',
    'l.db: 1 node: 1 would be reshaped, and 1 consumers moved; 0 are as they should be. Nothing was changed.',
  ]);
});

test('a run tells how far it has come, what has failed, and what it has come to', () => {
  const { said, tell } = telling({ isDryRun: false });
  tell.begin?.(3);
  tell.node(failed);
  tell.node(reshaped);
  tell.end({ nodes: 3, byKind: { ...none, reshaped: 1, failed: 1 }, moved: 1, left: 1, warnings: ['odd'] });
  assert.deepEqual(said, [
    'progress nodes: 0 of 3',
    'progress nodes: 1 of 3',
    '! berth: node host: it is full. Make room',
    'progress nodes: 2 of 3',
    '! berth: odd',
    'l.db: 3 nodes: 1 were reshaped, and 1 consumers moved; 0 were as they should be; 1 failed; 1 were not begun: run it again.',
  ]);
});
