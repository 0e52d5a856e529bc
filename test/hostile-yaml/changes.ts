import type { Prng } from '@berth/testing/prng.ts';
import { goodSchema } from './good-schema.ts';
import { type HostileFile, hostile } from './hostile-file.ts';

/** A good file after which nothing should have changed: editors do this to files. */
export function harmless(prng: Prng): HostileFile {
  const changes: readonly ((text: string) => string)[] = [
    (text) => text,
    (text) => `\ufeff${text}`,
    (text) => text.replaceAll('\n', '\r\n'),
    (text) => text.trimEnd(),
    (text) => `${text}\n\n# The end.\n...\n`,
    (text) => text.replaceAll(/^- /gm, '# An entry.\n\n- '),
    // Not the lines of block scalars, whose spaces count.
    (text) => text.replaceAll(/^((?:- | {2})\w+: \[.*)$/gm, '$1  # said  '),
  ];
  return hostile(
    'harmless change',
    prng.some(changes, 1, 2).reduce((text, change) => change(text), goodSchema(prng)),
    'loads',
  );
}

export function truncated(prng: Prng): HostileFile {
  const bytes = Buffer.from(goodSchema(prng));
  return { kind: 'truncated', bytes: bytes.subarray(0, prng.below(bytes.length)), expects: 'either' };
}

/** A few bytes are others, more or fewer. */
export function changedBytes(prng: Prng): HostileFile {
  const bytes = [...Buffer.from(goodSchema(prng))];
  for (let count = prng.between(1, 4); count > 0; count -= 1) {
    const at = prng.below(bytes.length);
    const some = prng.chance(0.7) ? prng.pick(indicators) : prng.below(256);
    prng.pick([
      () => bytes.splice(at, 1),
      () => bytes.splice(at, 1, some),
      () => bytes.splice(at, 0, some),
    ])();
  }
  return { kind: 'bytes changed', bytes: Uint8Array.from(bytes), expects: 'either' };
}

/** What means something in YAML. */
const indicators = [...Buffer.from('-?:,[]{}#&*!|>\'"%@` \n\t\r~=<0.1ayn\\\0')];

/** Lines are gone, doubled, exchanged, or stand elsewhere. */
export function changedLines(prng: Prng): HostileFile {
  const lines = goodSchema(prng).split('\n');
  for (let count = prng.between(1, 3); count > 0; count -= 1) {
    const at = prng.below(lines.length);
    const line = lines[at] ?? '';
    prng.pick([
      () => lines.splice(at, 1),
      () => lines.splice(at, 0, line),
      () => lines.splice(prng.below(lines.length), 0, line),
      () => lines.splice(at, 1, ` ${line}`),
      () => lines.splice(at, 1, line.replace(/^ /, '')),
      () => lines.splice(at, 1, `\t${line}`),
    ])();
  }
  return hostile('lines changed', lines.join('\n'), 'either');
}
