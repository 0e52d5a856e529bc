import type { CandidateRequest, RequestGroup } from '@berth/engine/candidates/request.ts';
import type { AggregateId, ClassName, ProviderId, TraitName } from '@berth/engine/ids.ts';

/** A request to Placement as it is being written. Every step adds what it knows. */
export class RequestDraft {
  groupPolicy: CandidateRequest['groupPolicy'] | null = null;
  readonly #groups = new Map<string, GroupDraft>();

  /** The group with this suffix, which is made where there is none; empty: the one for the host itself. */
  group(suffix: string): GroupDraft {
    return this.#groups.getOrInsertComputed(suffix, () => new GroupDraft());
  }

  get host(): GroupDraft {
    return this.group('');
  }

  get suffixes(): readonly string[] {
    return [...this.#groups.keys()];
  }

  /** Whether the class is spoken of in any group, be it that none of it is wanted. */
  mentions(resourceClass: string): boolean {
    return this.#groups.values().some(({ resources }) => resources.has(resourceClass as ClassName));
  }

  /** All traits that any group requires. */
  requiredTraits(): Set<TraitName> {
    return new Set(this.#groups.values().flatMap(({ required }) => required));
  }

  /** What is wanted zero times is not wanted, and a group that wants nothing is none. */
  dropNothings(): void {
    for (const [suffix, group] of this.#groups) {
      for (const [resourceClass, amount] of group.resources) {
        if (amount === 0) group.resources.delete(resourceClass);
      }
      if (group.isEmpty) this.#groups.delete(suffix);
    }
  }

  /** In the order in which they were first spoken of. */
  groups(): RequestGroup[] {
    return Array.from(this.#groups, ([suffix, group]) => ({
      suffix,
      resources: group.resources,
      conditions: {
        requiredTraits: Array.from(group.required, (trait) => [trait]),
        forbiddenTraits: [...group.forbidden],
        memberOf: group.memberOf,
        forbiddenAggregates: [...group.forbiddenAggregates],
        inTree: group.inTree,
      },
    }));
  }
}

export class GroupDraft {
  readonly resources = new Map<ClassName, number>();
  readonly required = new Set<TraitName>();
  readonly forbidden = new Set<TraitName>();
  memberOf: readonly (readonly AggregateId[])[] = [];
  forbiddenAggregates: readonly AggregateId[] = [];
  inTree: ProviderId | null = null;

  get isEmpty(): boolean {
    return this.resources.size === 0 && this.required.size === 0 && this.forbidden.size === 0;
  }

  want(resourceClass: string, amount: number): void {
    this.resources.set(resourceClass as ClassName, amount);
  }

  require(trait: string): void {
    this.required.add(trait as TraitName);
  }

  forbid(trait: string): void {
    this.forbidden.add(trait as TraitName);
  }
}
