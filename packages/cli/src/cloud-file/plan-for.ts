import type { Cloud } from '../asking/cloud.ts';
import type { Outside } from '../command/client-command.ts';
import { CommandFailure } from '../command/command-failure.ts';
import type { CloudFile } from './cloud-file.ts';
import { planCloud, type PlanOptions } from './planning/plan.ts';
import { readCloudFile } from './reading/read-cloud-file.ts';
import type { CloudState } from './state/cloud-state.ts';
import { readCloudState } from './state/read-cloud-state.ts';
import type { Step } from './step.ts';

export interface PlannedFile {
  readonly file: CloudFile;
  readonly state: CloudState;
  readonly steps: readonly Step[];
}

/** Reads a file and what the cloud has, and plans. Throws with everything that is wrong, of the file or of the two together. */
export async function planFor(
  path: string,
  options: PlanOptions,
  cloud: Cloud,
  { readText, progress }: Pick<Outside, 'readText' | 'progress'>,
): Promise<PlannedFile> {
  const { file, errors } = readCloudFile(path === '-' ? 'standard input' : path, textIn(path, readText));
  if (file === null) throw new CommandFailure(...errors);
  const state = await readCloudState(file, cloud, {
    prunesProviders: options.prunes.includes('providers'),
    progress,
  });
  progress('');
  const { steps, problems } = planCloud(file, state, options);
  if (problems.length > 0) throw new CommandFailure(...problems);
  return { file, state, steps };
}

function textIn(path: string, readText: (path: string) => string): string {
  try {
    return readText(path === '-' ? '/dev/stdin' : path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new CommandFailure(`${path}: cannot be read (${String(error.code)})`);
  }
}
