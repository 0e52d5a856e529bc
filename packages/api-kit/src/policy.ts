import type { Caller } from './caller.ts';

/** What the operation is about, for rules such as `project_id:%(project_id)s`. */
export type PolicyTarget = Readonly<Record<string, string | null | undefined>>;

/** Whether a caller may do what a rule guards. An unknown rule is a programmer's mistake and throws. */
export interface Policy {
  allows(rule: string, caller: Caller, target?: PolicyTarget): boolean;
}
