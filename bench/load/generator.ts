import type { Generate } from './load.ts';
import { nodeLoad } from './node-load.ts';
import { hasWrk, wrkLoad } from './wrk-load.ts';

/** wrk where it is installed, else this process. wrk knows only whole seconds. */
export const generate: Generate = (url, templates, options) =>
  hasWrk && options.seconds >= 1 ? wrkLoad(url, templates, options) : nodeLoad(url, templates, options);

export function generatorName(seconds: number): string {
  if (!hasWrk) return 'Node (wrk is not installed)';
  return seconds >= 1 ? 'wrk' : 'Node';
}
