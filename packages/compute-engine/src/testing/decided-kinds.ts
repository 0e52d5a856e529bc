import { computeChangeKinds } from '../changes.ts';

/** The kinds of changes that commands lead to. Nobody removes a class of quotas: only when it could not be stored, it is taken back. */
export const decidedKinds: readonly string[] = Object.keys(computeChangeKinds).filter(
  (kind) => kind !== 'class-quota-removed',
);
