import { hasAny } from './traits-match.ts';
import type { ClassName, TraitName } from '../ids.ts';
import type { Provider } from '../provider.ts';
import { sharesViaAggregate } from '../trait.ts';
import type { FunnelStep, GroupFunnel } from './explanation.ts';
import { type Failure, plainFailure, shortfallOf } from './failure.ts';
import type { Part } from './parts.ts';
import type { Rule } from './rule.ts';
import { Tally } from './tally.ts';

/** The funnel of one group: counts how far trees, and providers in them, get through its rules. */
export class GroupSurvey {
  readonly suffix: string;
  /** In the order in which a tree meets them: part by part, then what is required of the spread group. */
  readonly rules: readonly Rule[];
  readonly #resources: ReadonlyMap<ClassName, number>;
  readonly #parts: readonly Part[];
  readonly #tallies: readonly Tally[];
  readonly #required: readonly (readonly TraitName[])[];
  /** Of the trees that have a provider for every part, those left after each required list. */
  readonly #requiredLeft: number[];

  constructor(
    suffix: string,
    resources: ReadonlyMap<ClassName, number>,
    parts: readonly Part[],
    required: readonly (readonly TraitName[])[],
  ) {
    this.suffix = suffix;
    this.#resources = resources;
    this.#parts = parts;
    this.#required = required;
    this.#tallies = parts.map(({ checks }) => new Tally(checks.length));
    this.#requiredLeft = required.map(() => 0);
    this.rules = [
      ...parts.flatMap(({ checks }) => checks.map(({ rule }) => rule)),
      ...required.map((anyOf) => ({ kind: 'required', anyOf }) as const),
    ];
  }

  /** For each part those that can serve it; or where the tree drops out, with the place of the rule among these rules. */
  look(anchor: Provider, providers: readonly Provider[]): Provider[][] | Failure {
    const options: Provider[][] = [];
    let stage = 0;
    for (const [index, part] of this.#parts.entries()) {
      const { servers, reached, closest } = this.#tallied(index, part, anchor, providers);
      if (servers.length === 0) {
        const shortfall = closest ? shortfallOf(part.checks[reached]?.rule, closest) : 0;
        return { ...plainFailure, stage: stage + reached, provider: closest, shortfall };
      }
      options.push(servers);
      stage += part.checks.length;
    }
    for (const [index, anyOf] of this.#required.entries()) {
      const isThere = options.some((servers) => servers.some(({ traits }) => hasAny(traits, anyOf)));
      if (!isThere) return { ...plainFailure, stage: stage + index };
      this.#requiredLeft[index] = (this.#requiredLeft[index] as number) + 1;
    }
    return options;
  }

  get funnel(): GroupFunnel {
    return { suffix: this.suffix, resources: this.#resources, steps: this.#steps() };
  }

  #steps(): FunnelStep[] {
    const ofParts = this.#parts.flatMap(({ checks }, index) => {
      const tally = this.#tallies[index] as Tally; // There is one for each part.
      return checks.map(({ rule }, check) => ({ rule, ...tally.leftAfter(check) }));
    });
    const ofAll = this.#required.map((anyOf, index): FunnelStep => {
      return { rule: { kind: 'required', anyOf }, trees: this.#requiredLeft[index] ?? 0, providers: null };
    });
    return [...ofParts, ...ofAll];
  }

  /** How far the providers of a tree get with a part, and which get through. */
  #tallied(index: number, part: Part, anchor: Provider, providers: readonly Provider[]) {
    const tally = this.#tallies[index] as Tally; // There is one for each part.
    const servers: Provider[] = [];
    let furthest = 0;
    let closest: Provider | null = null;
    for (const provider of providers) {
      const reached = firstFailing(part, provider, anchor);
      tally.countProvider(provider, reached, provider.traits.has(sharesViaAggregate));
      if (reached === part.checks.length) servers.push(provider);
      if (reached < furthest) continue;
      const rule = part.checks[reached]?.rule;
      const isCloser =
        closest === null || reached > furthest || shortfallOf(rule, provider) < shortfallOf(rule, closest);
      if (isCloser) closest = provider;
      furthest = reached;
    }
    tally.countTree(furthest);
    return { servers, reached: furthest, closest };
  }
}

function firstFailing({ checks }: Part, provider: Provider, anchor: Provider): number {
  for (let index = 0; index < checks.length; index++) {
    if (!checks[index]?.holds(provider, anchor)) return index;
  }
  return checks.length;
}
