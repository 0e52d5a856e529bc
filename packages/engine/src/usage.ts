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

/** The usage of all consumers that one user has in a project, of one type. */
export class OwnerUsage extends Usage {
  readonly userId: string;
  readonly type: string | null;

  constructor({ userId, type }: Pick<Consumer, 'userId' | 'type'>) {
    super();
    this.userId = userId;
    this.type = type;
  }
}

/** Under which an owner's usage is kept in its project. Types are words, so nothing else has the same key. */
export function ownerKey({ userId, type }: Pick<Consumer, 'userId' | 'type'>): string {
  return `${type ?? ''} ${userId}`;
}
