import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'yaml';
import { hostMetricTable } from '../host/host-metric-table.ts';
import { metricTable } from './metric-table.ts';
import { metricsDocsFile, renderMetricsDocs } from './render-metrics-docs.ts';

test('docs/metrics.md is what the table says (else: npm run docs)', () => {
  assert.equal(readFileSync(metricsDocsFile, 'utf8'), renderMetricsDocs());
});

test('the alerts are a rule file, and ask for metrics that there are', () => {
  const blocks = [...renderMetricsDocs().matchAll(/```yaml\n([^]*?)```/g)].map(([, text = '']) => text);
  const rules = parse(blocks.at(-1) ?? '') as {
    groups: { rules: { alert: string; expr: string; for: string }[] }[];
  };
  const alerts = rules.groups.flatMap((group) => group.rules);
  assert.equal(new Set(alerts.map(({ alert }) => alert)).size, alerts.length);
  for (const { expr } of alerts) {
    for (const [name] of expr.matchAll(/berth_[a-z_]+/g))
      assert.ok(name.replace(/_bucket$/, '') in { ...metricTable, ...hostMetricTable }, `${name} in ${expr}`);
  }
});
