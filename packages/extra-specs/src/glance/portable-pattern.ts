/**
 * A pattern of ours as JSON Schema has it: not matched in full by itself, hence with anchors. Null where other engines (those of
 * Python and of browsers, which Glance's clients use) do not know it, or take it for something else.
 */
export function portablePattern(source: string): string | null {
  const escapes = source.match(/\\x\{|\\[^]/g) ?? [];
  if (escapes.some((escape) => ownEscapes.test(escape))) return null;
  const rest = source.replaceAll(/\\[^]/g, 'x');
  if (ownConstructs.some((construct) => construct.test(rest))) return null;
  const pattern = `^(?:${source})$`;
  try {
    RegExp(pattern);
  } catch {
    return null;
  }
  return pattern;
}

/** Classes of Unicode, code points in braces, absolute anchors, octal numbers. */
const ownEscapes = /\\(?:[pPaAzZC\d]|x\{)/;

const ownConstructs: readonly RegExp[] = [
  // Groups with a name or with flags.
  /\(\?(?!:)/,
  // A bracket that stands for itself at the beginning of a class, or a class by name.
  /\[\^?\]|\[\[:/,
  // It stands for itself here, and is a repetition there.
  /\{,\d/,
];
