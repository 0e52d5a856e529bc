import { Connection } from '../load/connection.ts';
import { filled, type RequestTemplate } from '../load/request-template.ts';
import { Tally } from '../load/tally.ts';
import { type Timings, timingsOf } from '../load/timings.ts';
import type { Operation } from '../ops/operation.ts';

/** What answers look like. */
export interface Look {
  readonly timings: Timings | null;
  /** By variant, as far as it was asked. */
  readonly items: readonly number[];
  readonly meanBytes: number | null;
  readonly firstByteMs: number | null;
  readonly failed: number;
  readonly failures: string;
}

export interface LookOptions {
  readonly seconds: number;
  readonly samplesMin: number;
  readonly onConsumer?: (uuid: string) => void;
}

/** Asks every variant once, or as many as the time allows, and looks into each answer. */
export async function look(
  url: string,
  operation: Operation,
  { seconds, samplesMin, onConsumer }: LookOptions,
): Promise<Look> {
  const connection = new Connection(url);
  const durationsMs: number[] = [];
  const items: number[] = [];
  const failures = new Tally();
  let bytes = 0;
  let firstByteMs: number | null = null;
  const endAt = performance.now() + seconds * 1000;
  for (const [index, template] of operation.templates.entries()) {
    if (index >= samplesMin && performance.now() > endAt) break;
    try {
      const answer = await connection.request(filled(template, onConsumer));
      if (answer.status >= 300) throw new Error(`${answer.status} ${answer.body.toString('utf8', 0, 300)}`);
      if (operation.counts !== null) items.push(countIn(answer.body, operation.counts, template));
      durationsMs.push(answer.ms);
      bytes += answer.body.length;
      firstByteMs = Math.min(firstByteMs ?? Infinity, answer.firstByteMs);
    } catch (error) {
      failures.addError(error);
    }
  }
  connection.close();
  return {
    timings: timingsOf(durationsMs),
    items,
    meanBytes: durationsMs.length === 0 ? null : bytes / durationsMs.length,
    firstByteMs,
    failed: failures.total,
    failures: failures.text,
  };
}

function countIn(body: Buffer, member: string, { path }: RequestTemplate): number {
  const value = (JSON.parse(body.toString('utf8')) as Readonly<Record<string, unknown>>)[member];
  if (typeof value !== 'object' || value === null) throw new Error(`The answer to ${path} has no ${member}.`);
  return Array.isArray(value) ? value.length : Object.keys(value).length;
}
