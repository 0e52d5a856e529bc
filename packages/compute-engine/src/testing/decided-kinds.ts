import { computeChangeKinds } from '../changes.ts';

/**
 * The kinds of changes that random commands lead to. Nobody asks for some removals: they only take back what could not be stored, or end
 * what was kept long enough. And orders, with what follows from them, are for hosts, and migrations from one to another, and random commands have none of those that could be chosen (`contradictions-in.property.test.ts`).
 */
export const decidedKinds: readonly string[] = Object.keys(computeChangeKinds).filter(
  (kind) =>
    ![
      'server-removed',
      'action-removed',
      'decision-log-removed',
      'class-quota-removed',
      'order-set',
      'order-removed',
      'image-chore-set',
      'image-chore-removed',
      'migration-set',
      'migration-removed',
    ].includes(kind),
);
