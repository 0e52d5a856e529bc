import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Job, JobResult } from './job.ts';

const program = join(import.meta.dirname, 'program.ts');

/** Measures without a socket, in a process of its own: ours has other things in its memory. */
export function runJob(job: Job): Promise<JobResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (data: Buffer) => {
      output += data.toString();
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0)
        resolve(JSON.parse(output) as JobResult); // Written by our own program.
      else reject(new Error(`Measuring ${job.world} in one process failed.`));
    });
    child.stdin.end(JSON.stringify(job));
  });
}
