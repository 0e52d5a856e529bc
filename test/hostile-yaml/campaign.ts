import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FileSource } from './generate-file.ts';
import type { Verdict } from './judge.ts';
import { Tally } from './tally.ts';

export interface CampaignOptions extends FileSource {
  readonly numbers: readonly number[];
  /** After so long on one file it is taken to hang. Generous, as others use the machine, too. */
  readonly patienceMs: number;
  readonly print: (text: string) => void;
}

export interface Findings {
  /** Each a text for the reader. */
  readonly faults: readonly string[];
  readonly tally: Tally;
}

/** What the worker says. */
export type Report = { readonly number: number } & (
  | { readonly verdict: Verdict }
  | { readonly thrown: string }
);

/** Nobody learns more from the hundredth. */
const mostFaults = 20;

/** Tries all files in a thread of its own, which can be ended if it hangs. */
export async function campaign(options: CampaignOptions): Promise<Findings> {
  const { seed, largest, numbers, patienceMs, print } = options;
  const tally = new Tally();
  const faults: string[] = [];
  const fault = (number: number | undefined, text: string): void => {
    faults.push(`seed ${seed}, file ${number}: ${text}`);
    print(`seed ${seed}, file ${number}: ${text}\n`);
  };

  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { seed, largest, numbers },
  });
  let done = 0;
  const ended = once(worker, 'exit');
  const giveUp = (): void => {
    fault(numbers[done], `it hangs: no answer after ${patienceMs} ms`);
    void worker.terminate();
  };
  let timer = setTimeout(giveUp, patienceMs);
  worker.on('error', (error) => fault(numbers[done], `it ends the thread: ${String(error)}`));
  worker.on('message', (report: Report) => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, patienceMs);
    done += 1;
    if ('thrown' in report) fault(report.number, `it throws: ${report.thrown}`);
    else {
      tally.add(report.number, report.verdict);
      for (const text of report.verdict.faults) fault(report.number, `(${report.verdict.kind}) ${text}`);
    }
    if (done % 1_000 === 0) print(`${done} files\n`);
    if (faults.length >= mostFaults) void worker.terminate();
  });
  await ended;
  clearTimeout(timer);
  return { faults, tally };
}
