import type { PlanBody } from '@berth/client/compute/plans.ts';
import { ConfigError } from '../config/config-error.ts';

export const planOptions = {
  kinds: 'text',
  'leave-alone': 'text',
  'max-moves': 'text',
  'at-once': 'text',
  'on-failure': 'text',
  tolerance: 'text',
  start: 'switch',
  progress: 'switch',
  json: 'switch',
} as const;

export type PlanOption = keyof typeof planOptions;

export type Values = Readonly<Partial<Record<PlanOption, string>>>;

/** What the options say, as the API takes it. Whether it makes sense, the service says. */
export function planBody(goal: PlanBody, values: Values): PlanBody {
  const list = (option: PlanOption) => values[option]?.split(',').filter((each) => each !== '');
  return Object.fromEntries(
    Object.entries({
      ...goal,
      kinds: list('kinds'),
      leave_alone: list('leave-alone'),
      max_moves: numberOf(values, 'max-moves'),
      at_once: numberOf(values, 'at-once'),
      on_failure: values['on-failure'],
    }).filter(([, value]) => value !== undefined),
  );
}

export function numberOf(values: Values, option: PlanOption): number | undefined {
  const text = values[option];
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!Number.isFinite(number)) throw new ConfigError([`--${option}: must be a number`]);
  return number;
}
