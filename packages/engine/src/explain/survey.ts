import type { CandidateRequest } from '../candidates/request.ts';
import { sharersWith } from '../candidates/sharing-providers.ts';
import type { Provider } from '../provider.ts';
import { sharesViaAggregate } from '../trait.ts';
import type { World } from '../world.ts';
import type { Effort } from './arrange.ts';
import type { ExcludedCount, Funnel } from './explanation.ts';
import { type Failure, plainFailure } from './failure.ts';
import { GroupSurvey } from './group-survey.ts';
import { Nearest } from './nearest.ts';
import type { Part } from './parts.ts';
import { type RootRule, rootRulesOf } from './root-rules.ts';
import type { Rule, TogetherRule } from './rule.ts';
import { firstBroken, requiredTogether, togetherRules } from './together.ts';
import { isOnRoot } from './elsewhere.ts';
import { type Demands, lacksAt } from './lacks.ts';
import { fewProviders, type Steps, unlessChanged } from './steps.ts';
import { lackTogether } from './supply.ts';

/**
 * Looks at trees, one after the other, and counts how far each gets: through the rules about its root, through those of
 * each group, and through those about all groups together.
 */
export class Survey {
  lookedAtCount = 0;
  /** Trees that only share, and have no candidate. They are not among those that were looked at. */
  sharingTreeCount = 0;
  candidateTreeCount = 0;
  undecidedCount = 0;
  /** Whether some tree is undecided because the world was changed while it was looked at. */
  isOutdated = false;
  readonly nearest: Nearest;
  readonly #world: World;
  readonly #request: CandidateRequest;
  readonly #parts: readonly Part[];
  readonly #rootRules: readonly RootRule[];
  readonly #groups: readonly GroupSurvey[];
  readonly #demands: Demands;
  readonly #together: readonly TogetherRule[];
  /** All rules, in the order in which a tree meets them. */
  readonly #stages: readonly Stage[];
  readonly #rootsLeft: number[];
  #everyGroup = 0;
  readonly #togetherLeft: number[];

  constructor(world: World, request: CandidateRequest, parts: readonly Part[], nearestMax: number) {
    this.#world = world;
    this.#request = request;
    this.#parts = parts;
    this.nearest = new Nearest(nearestMax);
    this.#rootRules = rootRulesOf(request);
    this.#demands = { rootRules: this.#rootRules, parts, required: requiredTogether(request) };
    this.#together = togetherRules(request, parts);
    const suffixes = new Set(parts.map(({ suffix }) => suffix));
    this.#groups = Array.from(suffixes, (suffix) => {
      const own = parts.filter((part) => part.suffix === suffix);
      const resources = new Map(own.flatMap(({ takes }) => takes));
      return new GroupSurvey(suffix, resources, own, suffix === '' ? this.#demands.required : []);
    });
    this.#stages = [
      ...this.#rootRules.map(({ rule }) => stageOf(rule, null)),
      ...this.#groups.flatMap(({ rules, suffix }) => rules.map((rule) => stageOf(rule, suffix))),
      ...this.#together.map((rule) => stageOf(rule, null)),
    ];
    this.#rootsLeft = this.#rootRules.map(() => 0);
    this.#togetherLeft = this.#together.map(() => 0);
  }

  /** `effort` is how many choices may be tried to find out whether the groups can be served together. */
  *look(anchor: Provider, effort: Effort): Steps<void> {
    if (onlyShares(anchor) && !(yield* this.#hasCandidate(anchor, effort))) {
      this.sharingTreeCount++;
      return;
    }
    this.lookedAtCount++;
    const providers = [...anchor.tree, ...sharersWith(this.#world, anchor.tree)];
    const failure = yield* this.#failureAt(anchor, providers, effort);
    if (failure === null) {
      this.candidateTreeCount++;
    } else if (failure === 'undecided' || failure === 'outdated') {
      this.undecidedCount++;
      if (failure === 'outdated') this.isOutdated = true;
    } else {
      const stage = this.#stages[failure.stage] as Stage; // Every failure is at one.
      stage.excluded++;
      if (isOnRoot(stage.rule, anchor)) stage.excludedWithItOnRoot++;
      if (!this.nearest.isWorthCounting(failure)) return;
      const lacks = yield* lacksAt(anchor, providers, this.#demands);
      // What fails together is something that is missing, though nothing is missing to any group.
      if (lacks.length === 0) lacks.push(lackTogether(stage.rule, this.#parts, failure.options));
      this.nearest.consider({ ...failure, exclusion: { root: anchor, lacks }, unmet: lacks.length });
    }
  }

  /** Asks a survey of its own, so that what is only asked is not counted. */
  *#hasCandidate(anchor: Provider, effort: Effort): Steps<boolean> {
    const providers = [...anchor.tree, ...sharersWith(this.#world, anchor.tree)];
    const aside = new Survey(this.#world, this.#request, this.#parts, 0);
    return (yield* aside.#failureAt(anchor, providers, { left: effort.left })) === null;
  }

  get funnel(): Funnel {
    return {
      roots: this.#rootRules.map(({ rule }, index) => stepOf(rule, this.#rootsLeft[index])),
      groups: this.#groups.map(({ funnel }) => funnel),
      everyGroup: this.#everyGroup,
      together: this.#together.map((rule, index) => stepOf(rule, this.#togetherLeft[index])),
    };
  }

  get excluded(): ExcludedCount[] {
    return this.#stages
      .filter(({ excluded }) => excluded > 0)
      .map(({ rule, suffix, excluded, excludedWithItOnRoot }) => ({
        rule,
        suffix,
        trees: excluded,
        treesWithItOnRoot: excludedWithItOnRoot,
      }));
  }

  /** Null: there is a candidate. */
  *#failureAt(anchor: Provider, providers: readonly Provider[], effort: Effort): Steps<Outcome> {
    for (const [index, { holds }] of this.#rootRules.entries()) {
      if (!holds(anchor)) return { ...plainFailure, stage: index };
      this.#rootsLeft[index] = (this.#rootsLeft[index] as number) + 1;
    }
    const options: Provider[][] = [];
    let failure: Failure | null = null;
    let stage = this.#rootRules.length;
    // Each group has its own funnel, so each is asked, whatever the others say; the first no is what is told.
    let isOutdated = false;
    for (const group of this.#groups) {
      if (providers.length > fewProviders && (yield)) isOutdated = true;
      const outcome = group.look(anchor, providers);
      if (Array.isArray(outcome)) options.push(...outcome);
      else failure ??= { ...outcome, stage: stage + outcome.stage };
      stage += group.rules.length;
    }
    if (failure) return failure;
    this.#everyGroup++;
    // Who could serve a part before may not be able to any more.
    return isOutdated ? 'outdated' : yield* this.#failureTogether(stage, options, effort);
  }

  *#failureTogether(
    firstStage: number,
    options: readonly (readonly Provider[])[],
    effort: Effort,
  ): Steps<Outcome> {
    const found = yield* unlessChanged(
      firstBroken(this.#together, this.#request, this.#parts, options, effort),
    );
    if (found === null) return 'outdated';
    const { result: broken } = found;
    if (broken !== null && effort.left < 0) return 'undecided';
    for (let index = 0; index < (broken ?? this.#together.length); index++) {
      this.#togetherLeft[index] = (this.#togetherLeft[index] as number) + 1;
    }
    return broken === null ? null : { ...plainFailure, stage: firstStage + broken, options };
  }
}

type Outcome = Failure | null | 'undecided' | 'outdated';

interface Stage {
  readonly rule: Rule;
  readonly suffix: string | null;
  /** Trees whose first broken rule it was. */
  excluded: number;
  /** Of these, those whose root has what the rule asks of somebody else. */
  excludedWithItOnRoot: number;
}

function stageOf(rule: Rule, suffix: string | null): Stage {
  return { rule, suffix, excluded: 0, excludedWithItOnRoot: 0 };
}

/** A tree of shared storage hosts nothing: others take from it. */
function onlyShares({ tree }: Provider): boolean {
  return tree.every(({ traits }) => traits.has(sharesViaAggregate));
}

function stepOf(rule: Rule, trees = 0) {
  return { rule, trees, providers: null };
}
