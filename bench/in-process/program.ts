import { text } from 'node:stream/consumers';
import { dissect } from './dissect.ts';
import type { Job } from './job.ts';
import { measureHandling } from './measure-handling.ts';

/** Reads a job, does it, and says what was measured: see job.ts. */
const job = JSON.parse(await text(process.stdin)) as Job;
const rows = await (job.part === 'handling' ? measureHandling(job) : dissect(job));
process.stdout.write(JSON.stringify(rows));
