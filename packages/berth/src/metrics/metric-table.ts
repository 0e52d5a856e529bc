import type { CounterDescription, MetricDescription } from '@berth/api-kit/metric-description.ts';
import { serviceCounters, serviceGauges } from '../cloud/service-metrics.ts';
import { renderGauge } from './render-metric.ts';

/** What is counted as it happens, in every thread. */
export const counters = {
  berth_logins_refused_total: {
    help: 'Requests without a valid token (401).',
    label: null,
    alert: {
      expression: 'rate(berth_logins_refused_total[5m]) > 10',
      for: '10m',
      means: 'a client has a wrong password or endpoint, or somebody tries out tokens',
    },
  },
  berth_logins_unavailable_total: {
    help: 'Requests whose token could not be checked, since Keystone did not answer (503).',
    label: null,
    alert: {
      expression: 'rate(berth_logins_unavailable_total[5m]) > 0',
      for: '2m',
      means: 'Keystone is away or slow: requests with tokens that are not remembered get 503',
    },
  },
  ...serviceCounters,
  berth_store_failures_total: {
    help: 'Groups of writes that could not be stored and were answered with 503, by the reason.',
    label: 'reason',
    alert: {
      expression: 'increase(berth_store_failures_total[5m]) > 0',
      for: '0m',
      means: 'writes fail: the disk is full, over its quota or broken, or the database is away',
    },
  },
  berth_log_lines_lost_total: {
    help: 'Lines of the log that were lost because it was not read, or could not be written.',
    label: null,
    alert: {
      expression: 'increase(berth_log_lines_lost_total[15m]) > 0',
      for: '0m',
      means: 'whoever reads the log stands still or is too slow, or its disk is full',
    },
  },
  berth_reloads_total: {
    help: 'Reloads of the settings after SIGHUP, by how they ended: done or failed.',
    label: 'result',
    alert: {
      expression: 'increase(berth_reloads_total{result="failed"}[15m]) > 0',
      for: '0m',
      means: 'settings or a policy file are wrong; the old ones stay in force, and a restart would fail',
    },
  },
} as const satisfies Readonly<Record<string, CounterDescription>>;

export type CounterName = keyof typeof counters;

/** What is the case when somebody looks. Those of the ledger's file are there only where it is one. */
export const gauges = {
  ...serviceGauges,
  berth_change_number: { help: 'The number of the newest change that this process knows.' },
  berth_changes_behind: {
    help: 'Changes that this process knows of and does not have yet.',
    alert: {
      expression: 'berth_changes_behind > 1000',
      for: '1m',
      means: 'a follower does not keep up',
    },
  },
  berth_is_leader: {
    help: '1 where this process writes, 0 where it follows one that does.',
    alert: {
      expression: 'sum(berth_is_leader) != 1',
      for: '1m',
      means: 'no process leads, or two think so (count the scrapes that fail before you believe it)',
    },
  },
  berth_changes_lost: {
    help: 'Changes that this process knew, and that the database came back without; since the process started.',
    alert: {
      expression: 'berth_changes_lost > 0',
      for: '0m',
      means:
        'the database came back older than it was; the log names what is lost, and it has to be made again',
    },
  },
  berth_store_failing: {
    help: '1 while changes cannot be stored, so that writes are answered with 503; else 0.',
    alert: {
      expression: 'berth_store_failing == 1',
      for: '0m',
      means: 'writes fail now; the log and /healthcheck say why',
    },
  },
  berth_journal_changes: { help: 'Changes that are kept in the journal.' },
  berth_ledger_bytes: {
    help: "The size of the ledger's file, without its write-ahead log.",
  },
  berth_ledger_wal_bytes: {
    help: "The size of the ledger's write-ahead log.",
    alert: {
      expression: 'berth_ledger_wal_bytes > 1e9',
      for: '15m',
      means: 'the write-ahead log is not taken over into the file',
    },
  },
  berth_ledger_disk_free_bytes: {
    help: 'Room that is left for us on the file system of the ledger.',
    alert: {
      expression: 'berth_ledger_disk_free_bytes / berth_ledger_disk_bytes < 0.1',
      for: '15m',
      means: 'the disk will be full soon, and writes will fail then',
    },
  },
  berth_ledger_disk_bytes: { help: 'The size of the file system of the ledger.' },
  berth_commands_waiting: {
    help: 'Writes that were accepted and are not stored yet.',
    alert: {
      expression: 'berth_commands_waiting > 1000',
      for: '1m',
      means: 'the disk or the database is slower than the writes that come',
    },
  },
  berth_requests_in_progress: { help: 'Requests that have come and are not answered to their end yet.' },
  berth_log_waiting_bytes: { help: 'How much of the log waits to be written.' },
} as const satisfies Readonly<Record<string, MetricDescription>>;

type GaugeName = keyof typeof gauges;
export type Gauges = { readonly [Name in GaugeName]?: number };

/** Those that are kept elsewhere: see `request-metrics.ts` and `metrics.ts`. */
const others = {
  berth_build_info: {
    help: 'What runs here, in the labels version and node; always 1.',
    alert: {
      expression: 'count(count by (version) (berth_build_info)) > 1',
      for: '1h',
      means: 'not all processes run the same version',
    },
  },
  berth_http_requests_total: {
    help: 'Requests that were answered, by route, method and status.',
    alert: {
      expression:
        'sum(rate(berth_http_requests_total{status=~"5.."}[5m])) / sum(rate(berth_http_requests_total[5m])) > 0.01',
      for: '5m',
      means: 'requests fail for a reason that is not the client',
    },
  },
  berth_http_request_duration_seconds: {
    help: 'Time from the request to its answer, without the network unless it is made while it is sent; a histogram by route and method.',
    alert: {
      expression:
        'histogram_quantile(0.99, sum by (le, route) (rate(berth_http_request_duration_seconds_bucket[5m]))) > 0.25',
      for: '10m',
      means: 'the slowest requests of a route have become slow',
    },
  },
  berth_commit_group_size: { help: 'Commands that were made durable together; a histogram.' },
  berth_commit_duration_seconds: {
    help: 'Time to make a group of commands durable; a histogram.',
    alert: {
      expression:
        'histogram_quantile(0.99, sum by (le) (rate(berth_commit_duration_seconds_bucket[5m]))) > 0.1',
      for: '10m',
      means: 'the disk or the database is slow',
    },
  },
} as const satisfies Readonly<Record<string, MetricDescription>>;

/** All metrics of our own, in the order of the documentation. Those of Node and of the process come besides. */
export const metricTable: Readonly<Record<string, MetricDescription & { readonly label?: string | null }>> = {
  ...others,
  ...counters,
  ...gauges,
};

/** Those that are given, in Prometheus' text format. */
export function renderGauges(values: Gauges): string {
  return Object.entries(gauges)
    .flatMap(([name, description]) => {
      const value = values[name as GaugeName];
      return value === undefined ? [] : [renderGauge(name, description, value)];
    })
    .join('\n');
}
