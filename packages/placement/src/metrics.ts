import type { CounterDescription, MetricDescription } from '@berth/api-kit/metric-description.ts';
import type { World } from '@berth/engine/world.ts';

/** What is counted as it happens. */
export const placementCounters = {
  berth_empty_answers_total: {
    help: 'Answers without any allocation candidate, by the rule that excluded most trees; not-explained where none was found out.',
    label: 'reason',
    alert: {
      expression: 'increase(berth_empty_answers_total{reason="capacity"}[15m]) > 100',
      for: '15m',
      means: 'requests find no host, for the reason in the label: the log tells of each',
    },
  },
  berth_searches_cut_total: {
    help: 'Searches for allocation candidates that reached their budget of work, so that their answer may be incomplete.',
    label: null,
    alert: {
      expression: 'rate(berth_searches_cut_total[15m]) > 0',
      for: '15m',
      means: 'some searches are too hard; the log has them',
    },
  },
} as const satisfies Readonly<Record<string, CounterDescription>>;

/** What is the case when somebody looks. */
export const placementGauges = {
  berth_providers: { help: 'Resource providers.' },
  berth_consumers: { help: 'Consumers that hold an allocation.' },
  berth_allocations: { help: 'Allocations.' },
} as const satisfies Readonly<Record<string, MetricDescription>>;

export function placementGaugesOf({
  providers,
  consumers,
  allocationCount,
}: World): Readonly<Record<keyof typeof placementGauges, number>> {
  return {
    berth_providers: providers.size,
    berth_consumers: consumers.size,
    berth_allocations: allocationCount,
  };
}
