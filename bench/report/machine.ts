import { cpus, release, totalmem, type } from 'node:os';
import { cores } from '../processes/usage.ts';

/** '2 × AMD EPYC, 24 GB, Linux 6.1, Node v26.10.0' */
export function machine(): string {
  const model = cpus()[0]?.model.replaceAll(/\s+/g, ' ').trim() ?? 'unknown processor';
  const memory = `${Math.round(totalmem() / 1e9)} GB`;
  return [`${cores} × ${model}`, memory, `${type()} ${release()}`, `Node ${process.version}`].join(', ');
}
