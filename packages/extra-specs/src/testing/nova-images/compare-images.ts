import { checkFlavorAndImage } from '../../flavor-and-image/check-flavor-and-image.ts';
import { answerTo } from '../../flavor-and-image/image-rule.ts';
import type { Problem } from '../../problem.ts';
import { addedProblems, otherRefusals, otherStatuses } from './explained-image-differences.ts';
import { askNova, type NovaAnswer, type NovaRefusal, type ServerCase } from './real-nova-images.ts';

export interface ImageComparison {
  /** How many cases are the same in every respect. */
  readonly agreed: number;
  /** How often Nova accepted, and how often it refused with which exception. */
  readonly answers: ReadonlyMap<string, number>;
  /** How often there was a difference that is meant to be. */
  readonly explained: ReadonlyMap<string, number>;
  /** The shortest first. */
  readonly unexplained: readonly Unexplained[];
}

export interface Unexplained {
  readonly what: string;
  readonly case: ServerCase;
  readonly nova: NovaAnswer;
  readonly ours: readonly Problem[];
}

/** Lets Nova and ours decide the same cases: same verdict, same refusal, same text, same status, same later failures. */
export async function compareImages(cases: readonly ServerCase[]): Promise<ImageComparison> {
  const answers = await askNova(cases);
  const counts = new Map<string, number>();
  const explained = new Map<string, number>();
  const unexplained: Unexplained[] = [];
  let agreed = 0;
  for (const [index, each] of cases.entries()) {
    const nova = answers[index] as NovaAnswer;
    count(counts, nova.status === 202 ? 'accepted' : nova.exception);
    const problems = problemsOf(each);
    const ids = new Set<string>();
    const ours = withoutAdded(problems, each, ids);
    const what =
      nova.status === 202 ? faultOfAcceptance(nova.later, ours) : faultOfRefusal(nova, ours, each, ids);
    if (what !== null) unexplained.push({ what, case: each, nova, ours: problems });
    else if (ids.size === 0) agreed++;
    for (const id of ids) count(explained, id);
  }
  unexplained.sort((one, other) => JSON.stringify(one.case).length - JSON.stringify(other.case).length);
  return { agreed, answers: counts, explained, unexplained };
}

export function problemsOf(each: ServerCase): readonly Problem[] {
  const { flavor, image, operation, isVolumeBacked, volumeSize, previousImage, pciAliases, mayUseZeroDisk } =
    each;
  return checkFlavorAndImage(flavor, image, {
    operation,
    isVolumeBacked,
    mayUseZeroDisk,
    pciAliases: new Set(pciAliases),
    ...(operation === 'create' && volumeSize !== null && { volumeSize }),
    ...(previousImage !== null && { previousImage }),
  });
}

function withoutAdded(problems: readonly Problem[], of: ServerCase, ids: Set<string>): readonly Problem[] {
  let left = problems;
  for (const { id, isAdded } of addedProblems) {
    const others = left.filter((problem) => !isAdded(problem, of));
    if (firstError(others) !== firstError(left)) ids.add(id);
    left = others;
  }
  return left;
}

function firstError(problems: readonly Problem[]): Problem | undefined {
  return problems.find(({ severity }) => severity === 'error');
}

/** What is wrong with our verdict where Nova accepts; null when nothing is. */
function faultOfAcceptance(
  later: readonly (readonly [string, string])[] | null,
  ours: readonly Problem[],
): string | null {
  if (firstError(ours) !== undefined) return 'refused by ours alone';
  if (later === null) return null;
  const outcome = ' The request would be accepted, and the server would end in ERROR.';
  const expected = later.map(([, text]) => text + outcome);
  // Nova stops at the first thing that is wrong with a TPM.
  const tpm = ours.find(({ rule }) => rule.includes('tpm'));
  const secureBoot = ours.find(({ rule }) => rule.includes('secure-boot'));
  const found = [tpm, secureBoot].filter((problem) => problem !== undefined).map(({ text }) => text);
  return JSON.stringify(found) === JSON.stringify(expected) ? null : 'other failures later';
}

/** What is wrong with our verdict where Nova refuses; null when nothing is. */
function faultOfRefusal(
  nova: NovaRefusal,
  ours: readonly Problem[],
  of: ServerCase,
  ids: Set<string>,
): string | null {
  const errors = ours.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (first === undefined || first.text !== nova.text) {
    const explanation = otherRefusals.find(({ explains }) => explains(nova, errors, of));
    if (explanation === undefined) return first === undefined ? 'accepted by ours alone' : 'another refusal';
    ids.add(explanation.id);
    return null;
  }
  if (!isNamedAfter(first.rule, nova.exception)) return 'another rule';
  const answer = answerTo(first, of.operation);
  if (answer?.status === nova.status && answer.message === nova.said) return null;
  const explanation = otherStatuses.find(
    ({ nova: status, rules }) => status === nova.status && rules.has(first.rule),
  );
  if (explanation === undefined || answer?.status !== 400) return 'another answer';
  ids.add(explanation.id);
  return null;
}

/** Rules are named after exceptions, but for two which do not say much. */
function isNamedAfter(rule: string, exception: string): boolean {
  return rule.replaceAll('-', '') === exception.toLowerCase() || manyRules.get(exception)?.has(rule) === true;
}

const manyRules: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['Invalid', new Set(['invalid-cpu-set', 'invalid-ephemeral-encryption-format'])],
  ['InvalidRequest', new Set(['invalid-image-metadata', 'invalid-flavor-extra-spec'])],
]);

function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}
