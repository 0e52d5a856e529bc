import type { CounterDescription, MetricDescription } from '@berth/api-kit/metric-description.ts';

/** What `berth host run` has counted since it was started. */
export const hostCounters = {
  berth_host_passes_total: {
    help: 'Looks at the host, by how they ended: good or failed.',
    label: 'result',
  },
  berth_host_providers_written_total: {
    help: 'Providers of which Placement was told that they are new, other than before, or gone.',
    label: null,
  },
  berth_host_reshapes_total: {
    help: 'Times that inventory was moved together with what consumers hold of it.',
    label: null,
  },
  berth_host_consumers_moved_total: { help: 'Consumers that hold something else since then.', label: null },
} as const satisfies Readonly<Record<string, CounterDescription>>;

export const hostGauges = {
  berth_host_nodes: { help: 'Nodes that the host speaks for.' },
  berth_host_up_to_date: {
    help: '1 where Placement has what the host has, as far as the last pass could tell; else 0.',
    alert: {
      expression: 'berth_host_up_to_date == 0',
      for: '10m',
      means: 'Placement does not know what the host has by now; the log and /healthcheck of the host say why',
    },
  },
  berth_host_last_good_pass_seconds: {
    help: 'When the last pass worked, in seconds since 1970. It is not there before the first one.',
    alert: {
      expression: 'time() - berth_host_last_good_pass_seconds > 900',
      for: '0m',
      means: 'passes fail, or one has got stuck',
    },
  },
} as const satisfies Readonly<Record<string, MetricDescription>>;

export const hostMetricTable: Readonly<
  Record<string, MetricDescription & { readonly label?: string | null }>
> = { ...hostCounters, ...hostGauges };
