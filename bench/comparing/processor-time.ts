import { readdirSync, readFileSync } from 'node:fs';

/** What a process has had of the processors, all its threads, in nanoseconds. To be compared before and after something. */
export function processorTimeNs(pid: number): number {
  const tasks = `/proc/${pid}/task`;
  return readdirSync(tasks)
    .map((task) => Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]))
    .reduce((sum, each) => sum + each, 0);
}
