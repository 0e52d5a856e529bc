import type { Consumer } from './consumer.ts';
import type { ClassName } from './ids.ts';

/** What consumers use: amounts per class, and how many consumers they are of. A class without usage is absent. */
export class Usage {
  readonly amounts = new Map<ClassName, number>();
  consumerCount = 0;

  add(consumer: Consumer, sign: 1 | -1): void {
    this.consumerCount += sign;
    for (const { resourceClass, amount } of consumer.allocations)
      this.#addAmount(resourceClass, sign * amount);
  }

  addAll(other: Usage): void {
    this.consumerCount += other.consumerCount;
    for (const [resourceClass, amount] of other.amounts) this.#addAmount(resourceClass, amount);
  }

  #addAmount(resourceClass: ClassName, amount: number): void {
    const sum = (this.amounts.get(resourceClass) ?? 0) + amount;
    if (sum === 0) this.amounts.delete(resourceClass);
    else this.amounts.set(resourceClass, sum);
  }
}

/**
 * What a project uses, kept in the sums that are asked for, so that no question goes through its users, of whom there may be
 * as many as consumers. No sum is of nothing.
 */
export class ProjectUsage {
  readonly all = new Usage();
  /** Consumers without a type count as `unknown`. */
  readonly byType: ReadonlyMap<string, Usage> = new Map();
  readonly byUser: ReadonlyMap<string, ReadonlyMap<string, Usage>> = new Map();

  /** Takes a consumer in, or out again. */
  count(consumer: Consumer, sign: 1 | -1): void {
    const type = consumer.type ?? unknownType;
    this.all.add(consumer, sign);
    count(this.byType as Map<string, Usage>, type, consumer, sign);
    const users = this.byUser as Map<string, Map<string, Usage>>;
    const ofUser = users.getOrInsertComputed(consumer.userId, () => new Map());
    count(ofUser, type, consumer, sign);
    if (ofUser.size === 0) users.delete(consumer.userId);
  }
}

function count(sums: Map<string, Usage>, type: string, consumer: Consumer, sign: 1 | -1): void {
  const usage = sums.getOrInsertComputed(type, () => new Usage());
  usage.add(consumer, sign);
  if (usage.consumerCount === 0) sums.delete(type);
}

export const unknownType = 'unknown';
