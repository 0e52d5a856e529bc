/** A document with this section instead of the one that has the same title, or behind all others. Sections begin with `## `. */
export function withSection(document: string, section: string): string {
  const lines = (document === '' ? '# Hosts\n' : document).split('\n');
  const [title = ''] = section.split('\n', 1);
  const from = lines.indexOf(title);
  if (from === -1) return `${lines.join('\n').trimEnd()}\n\n${section}`;
  const length = lines.slice(from + 1).findIndex((line) => line.startsWith('## '));
  const rest = length === -1 ? [] : ['', ...lines.slice(from + 1 + length)];
  return [...lines.slice(0, from), section.trimEnd(), ...rest].join('\n').trimEnd().concat('\n');
}
