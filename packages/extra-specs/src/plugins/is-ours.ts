import { stat } from 'node:fs/promises';

/**
 * Whether a directory belongs to whoever runs us, or to the administrator. A plug-in is executed merely because it is there, and in
 * a directory above ours, such as `/tmp`, others may have put one.
 */
export async function isOurs(directory: string): Promise<boolean> {
  const user = process.getuid?.();
  if (user === undefined) return true;
  const { uid } = await stat(directory);
  return uid === user || uid === 0;
}
