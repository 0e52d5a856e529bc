import assert from 'node:assert/strict';
import { parentPort, workerData } from 'node:worker_threads';
import type { Report } from './campaign.ts';
import { type FileSource, generateFile } from './generate-file.ts';
import { judge } from './judge.ts';

const { numbers, ...source } = workerData as FileSource & { readonly numbers: readonly number[] };
assert.ok(parentPort !== null, 'this is for a worker thread');

for (const number of numbers) parentPort.postMessage(tryFile(number));

function tryFile(number: number): Report {
  try {
    return { number, verdict: judge(generateFile(source, number)) };
  } catch (error) {
    return { number, thrown: error instanceof Error ? String(error.stack) : String(error) };
  }
}
