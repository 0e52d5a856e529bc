import { pythonBoolean } from './python-boolean.ts';

/** Whether a text means true to the original. Any other means false, if it means anything at all. */
export function isTrue(text: string): boolean {
  return pythonBoolean(text) === true;
}
