import { readSchemaFile } from '@berth/extra-specs/operator/load-schemas.ts';
import { combine } from '@berth/extra-specs/operator/registry-with-schemas.ts';
import { describeIssue, type SchemaIssue } from '@berth/extra-specs/operator/schema-issue.ts';
import type { Registry } from '@berth/extra-specs/registry/registry.ts';
import { validateFlavor } from '@berth/extra-specs/validation/validate-flavor.ts';
import { evilValues } from './evil-patterns.ts';
import type { HostileFile } from './hostile-file.ts';
import { type Opinion, secondOpinion } from './second-opinion.ts';

export interface Verdict {
  readonly kind: string;
  readonly hasLoaded: boolean;
  /** Time on the processor, so that others on the machine do not count. */
  readonly readMs: number;
  /** With the registry that is made of it, and evil values tried on its patterns. */
  readonly useMs: number;
  /** What our reader has done wrong, for a person to read. */
  readonly faults: readonly string[];
}

const path = 'hostile.yaml';

/** Reads a hostile file, uses what comes of it, and looks whether everything is as it has to be. */
export function judge(file: HostileFile, reader: typeof readSchemaFile = readSchemaFile): Verdict {
  const faults: string[] = [];
  const lines = new TextDecoder().decode(file.bytes).split('\n');
  const before = prototypes();
  const [readMs, read] = timed(() => reader({ path, bytes: file.bytes }));
  const [useMs] = timed(() => {
    if (read.contribution === null) return;
    const loaded = { contributions: [read.contribution], issues: read.issues, leftOut: [] };
    const { registry, issues } = combine(loaded, []);
    faults.push(...issues.flatMap((issue) => placeFault(issue, lines) ?? []));
    tryValues(registry);
  });
  const errors = read.issues.filter(({ severity }) => severity === 'error');
  const hasLoaded = read.contribution !== null;
  if (hasLoaded === errors.length > 0) faults.push('it is loaded with errors, or not loaded without one');
  faults.push(...read.issues.flatMap((issue) => placeFault(issue, lines) ?? []));
  if (file.expects === 'error' && hasLoaded) faults.push('it is loaded');
  if (file.expects === 'loads' && !hasLoaded)
    faults.push(`it is not loaded: ${errors.map(describeIssue).join('\n')}`);
  faults.push(...disagreement(secondOpinion(file.bytes), errors));
  if (prototypes() !== before) faults.push('it has changed what all objects have in common');
  return { kind: file.kind, hasLoaded, readMs, useMs, faults };
}

/** Looks keys up and checks values that an engine which goes back and forth would spend its life on. */
function tryValues(registry: Registry): void {
  const own = registry.specs.filter(({ source }) => source.kind === 'file').slice(0, 50);
  for (const { key, checkValue } of own) {
    for (const value of evilValues) {
      registry.keys.find(key.replace('{p}', value));
      checkValue(value);
    }
  }
  const flavor = Object.fromEntries(
    own.map(({ key }, index) => [key, evilValues[index % evilValues.length] ?? '']),
  );
  validateFlavor(registry, flavor, { mode: 'strict' });
}

/** Each has a place inside the file, and is a line that can be read. */
function placeFault(issue: SchemaIssue, lines: readonly string[]): string | null {
  const said = describeIssue(issue);
  if (!/^hostile\.yaml:\d+:\d+: (error|warning): \S[^\p{Cc}\p{Zl}\p{Zp}]{3,600}$/u.test(said))
    return `this is no message: ${said}`;
  const { line, column } = issue.position ?? { line: 0, column: 0 };
  const length = Array.from(lines[line - 1] ?? '').length;
  return line >= 1 && line <= lines.length && column >= 1 && column <= length + 1
    ? null
    : `outside of the file: ${said}`;
}

/** What our reader finds wrong with a file that has the right shape. Everything else is not true of it. */
const beyondShape =
  /cannot be used in a (schema|text)|cannot be used in a schema;|^the (minimum|enum|value: the pattern|parameter|key|name is empty|namespace)|is not described among|occurs twice|is in this list twice|is defined in line|^a key |^a namespace|^what stands before|^the patterns up to here|is given twice/;

function disagreement(opinion: Opinion, errors: readonly SchemaIssue[]): string[] {
  if (opinion === 'none') return [];
  if (opinion === 'wrong') return errors.length > 0 ? [] : ['another reader finds it wrong'];
  return errors
    .filter(({ text }) => !beyondShape.test(text))
    .map((issue) => `another reader finds its shape right: ${describeIssue(issue)}`);
}

function prototypes(): string {
  const shared = [Object, Array, Map, String, Number, Boolean, Function, RegExp].map(
    ({ prototype }) => prototype as object,
  );
  return shared.map((each) => Reflect.ownKeys(each).map(String).join()).join(';');
}

function timed<T>(work: () => T): readonly [number, T] {
  const before = process.threadCpuUsage();
  const result = work();
  const { user, system } = process.threadCpuUsage(before);
  return [(user + system) / 1000, result];
}
