/** Why a text of a definition cannot be printed as it is. */
export function textFaults(text: string): readonly string[] {
  const faults: string[] = [];
  if (text.trim() === '') faults.push('is empty');
  if (text !== text.trim()) faults.push('begins or ends with a blank');
  if (!text.endsWith('.')) faults.push('does not end with a full stop');
  if (text.split('`').length % 2 === 0) faults.push('has a backquote without its partner');
  if (/ {2}|\t|[^.]\n\n/.test(text)) faults.push('has a stray blank, or a paragraph that is no sentence');
  if (text.replaceAll('\n\n', '').includes('\n')) faults.push('has a line break within a paragraph');
  return faults;
}

/** What a text has in backquotes. */
export function codeIn(text: string): readonly string[] {
  return text.split('`').filter((_part, index) => index % 2 === 1);
}
