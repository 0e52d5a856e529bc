import { writeFileSync } from 'node:fs';
import type { Alert } from '@berth/api-kit/metric-description.ts';
import { hostMetricTable } from '../host/host-metric-table.ts';
import { metricTable } from './metric-table.ts';

export const metricsDocsFile = new URL('../../../../docs/metrics.md', import.meta.url);

/** docs/metrics.md: every metric, and an alert for those that somebody should be woken for. */
export function renderMetricsDocs(): string {
  const entries = [...Object.entries(metricTable), ...Object.entries(hostMetricTable)];
  const rules = entries.flatMap(([name, { alert }]) => (alert ? [renderRule(name, alert)] : []));
  return `${introduction}
${renderTable(metricTable)}

Besides there are prom-client's metrics of the process (\`process_resident_memory_bytes\`, \`process_cpu_seconds_total\`,
\`process_open_fds\` …) and of Node (\`nodejs_eventloop_lag_p99_seconds\`, \`nodejs_heap_size_used_bytes\` …); with several workers
those of Node are sums or averages over the threads.

${scraping}
## Of a host

\`berth host run\` has these, at \`/metrics\` of the port that \`--health-port\` names, and those of the process and of Node:

${renderTable(hostMetricTable)}

## Alerts

One for each metric that is worth one, as a rule file for Prometheus. The thresholds are a beginning.

\`\`\`yaml
groups:
  - name: berth
    rules:
${rules.join('\n')}
\`\`\`
`;
}

function renderTable(table: typeof metricTable): string {
  const rows = Object.entries(table).map(
    ([name, { help, label }]) => `| \`${name}\` | ${label ? `\`${label}\`` : ''} | ${help} |`,
  );
  return ['| metric | label | |', '| --- | --- | --- |', ...rows].join('\n');
}

function renderRule(name: string, { expression, for: duration, means }: Alert): string {
  const title = name
    .replace(/_(total|seconds|bytes)$/, '')
    .split('_')
    .map((word) => word[0]?.toUpperCase() + word.slice(1))
    .join('');
  return `      - alert: ${title}
        expr: '${expression}'
        for: ${duration}
        annotations:
          summary: '${means}'`;
}

const introduction = `# Metrics

<!-- Rendered from packages/berth/src/metrics/metric-table.ts by \`npm run docs\`. Do not edit. -->

\`GET /metrics\` has these in Prometheus' text format. It asks for no token, so keep it from the world at your proxy, or switch it off
with \`--no-metrics\`. It is made at most once a second, however often it is asked for. No label has more values than the program has
words for: clients cannot make new ones. Counters start at 0 with the process.
`;

const scraping = `## Prometheus

\`\`\`yaml
scrape_configs:
  - job_name: berth
    static_configs:
      - targets: ['controller1:8778', 'controller2:8778']
\`\`\`

Each process is scraped by itself, and not through a load balancer: who leads and who is behind is told by each for itself.
With several workers any of them answers for all.
`;

if (import.meta.main) writeFileSync(metricsDocsFile, renderMetricsDocs());
