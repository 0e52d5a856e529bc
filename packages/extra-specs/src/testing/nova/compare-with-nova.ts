import type { Problem } from '../../problem.ts';
import type { Registry } from '../../registry/registry.ts';
import { validateSpec } from '../../validation/validate-flavor.ts';
import { dataDifferences } from './data-differences.ts';
import { type Difference, explainedDifferences } from './explained-differences.ts';
import { type Case, novaVerdicts } from './real-nova.ts';

export interface Comparison {
  readonly compared: number;
  /** How often ours accepted, and how often it refused for which rule. */
  readonly verdicts: ReadonlyMap<string, number>;
  /** How often there was a difference that is meant to be. */
  readonly explained: ReadonlyMap<string, number>;
  readonly unexplained: readonly Difference[];
  /** Cases that are about a definition which only one of both has. Nothing was compared. */
  readonly leftOut: number;
}

/** Lets Nova and ours decide the same cases. Both must come to the same verdict, and refuse with the same text. */
export async function compareWithNova(registry: Registry, cases: readonly Case[]): Promise<Comparison> {
  const ofOne = definedByOneOnly(registry);
  const comparable = cases.filter(({ key }) => !ofOne.has(registry.keys.find(key)?.key ?? key));
  const theirs = novaVerdicts(comparable);
  const ours = comparable.map((each) => refusalOf(registry, each));
  const answers = await theirs;

  const verdicts = new Map<string, number>();
  const explained = new Map<string, number>();
  const unexplained: Difference[] = [];
  for (const [index, each] of comparable.entries()) {
    const refusal = ours[index] ?? null;
    count(verdicts, refusal?.rule ?? 'accepted');
    const difference = { case: each, nova: answers[index] ?? null, ours: refusal?.text ?? null };
    if (difference.nova === difference.ours) continue;
    const reason = explainedDifferences.find(({ matches }) => matches(difference));
    if (reason === undefined) unexplained.push(difference);
    else count(explained, reason.id);
  }
  const leftOut = cases.length - comparable.length;
  return { compared: comparable.length, verdicts, explained, unexplained, leftOut };
}

/** Why ours refuses a case: the first error, as Nova would answer. */
function refusalOf(registry: Registry, { key, value }: Case): Problem | null {
  return (
    validateSpec(registry, key, value, { mode: 'strict' }).find(({ severity }) => severity === 'error') ??
    null
  );
}

/** A registry may have been given definitions that ours by itself do not have. */
function definedByOneOnly(registry: Registry): ReadonlySet<string> {
  return new Set(
    dataDifferences.flatMap(({ only, keys }) =>
      only === 'ours' ? keys : keys.filter((key) => registry.keys.find(key) === null),
    ),
  );
}

function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}
