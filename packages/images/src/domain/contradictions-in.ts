import type { Images } from './images-state.ts';

/** What cannot be in a state that commands have made. Sentences. */
export function imageContradictionsIn(images: Images): readonly string[] {
  const problems: string[] = [];
  const files = new Map<string, string>();
  for (const { id, status, content, uploadId } of images.values()) {
    const hasContent = status === 'active' || status === 'deactivated';
    if (hasContent !== (content !== null))
      problems.push(`image ${id} is ${status}, and ${content === null ? 'has no' : 'has'} content`);
    if ((status === 'saving') !== (uploadId !== null))
      problems.push(
        `image ${id} is ${status}, and ${uploadId === null ? 'nothing comes' : 'something comes'} in for it`,
      );
    const fileId = content?.fileId ?? uploadId;
    if (fileId === null) continue;
    const other = files.get(fileId);
    if (other !== undefined) problems.push(`images ${other} and ${id} have one file`);
    files.set(fileId, id);
  }
  return problems;
}
