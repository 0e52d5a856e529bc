import { HttpError } from '@berth/api-kit/http-error.ts';
import { limitsOfUser } from '@berth/compute-engine/quotas/limits-in-force.ts';
import { askerOf } from '../asker-of.ts';
import type { ComputeContext } from '../endpoint.ts';
import type { WireFile } from './create-body.ts';

/** Files that were put into servers, up to 2.56: their number, paths and contents have limits. They are not kept. */
export function checkFiles(context: ComputeContext, files: readonly WireFile[] = []): void {
  if (files.length === 0) return;
  const limits = limitsOfUser(context.app.cloud.compute, askerOf(context));
  if (isOver(limits.injectedFiles, files.length)) throw new HttpError(403, 'Personality file limit exceeded');
  for (const { path = '', contents = '' } of files) {
    if (isOver(limits.injectedPathBytes, Buffer.byteLength(path))) {
      throw new HttpError(403, `Personality file path exceeds maximum ${limits.injectedPathBytes}`);
    }
    if (isOver(limits.injectedFileBytes, Buffer.from(contents, 'base64').length)) {
      throw new HttpError(403, `Personality file content exceeds maximum ${limits.injectedFileBytes}`);
    }
  }
}

function isOver(limit: number, amount: number): boolean {
  return limit >= 0 && amount > limit;
}
