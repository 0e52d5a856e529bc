/**
 * In-tree patterns that match a text in more ways than one. Ours are matched in linear time, but who uses a schema may have an
 * engine that tries all the ways, which are more than can be tried. What is on the right matches the same texts in one way.
 */
export const quickEquivalents: ReadonlyMap<string, string> = new Map([
  [String.raw`\^?\d+((-\d+)?(,\^?\d+(-\d+)?)?)*`, String.raw`\^?\d+(?:-\d+|,\^?\d+)*`],
  [String.raw`(\^)?\d+((-\d+)?(,\^?\d+(-\d+)?)?)*`, String.raw`\^?\d+(?:-\d+|,\^?\d+)*`],
  // What is no colon may be a blank.
  [String.raw`[^:]+:\d+(?:\s*,\s*[^:]+:\d+)*`, String.raw`[^:]+:\d+(?:\s*,[^:]+:\d+)*`],
  ['([a-zA-Z0-9_]+(,)?)+', '[a-zA-Z0-9_]+(?:,[a-zA-Z0-9_]+)*,?'],
]);
