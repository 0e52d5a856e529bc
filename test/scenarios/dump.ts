import { canonical } from '../differential/canonical.ts';
import { valueAt } from './check-answer.ts';
import type { ScenarioAnswer, Target } from './target.ts';

/**
 * Everything that a service shows, by path: bodies, and when it says they were last changed. Two dumps of the same
 * state are deep-equal, if the clock of the service shows the same time.
 */
export async function dump(target: Target): Promise<Record<string, unknown>> {
  const dumped: Record<string, unknown> = {};
  const look = async (path: string): Promise<ScenarioAnswer> => {
    const answer = await target.request('GET', path, { version: newest });
    dumped[path] = {
      status: answer.status,
      lastModified: answer.headers['last-modified'],
      body: canonical(answer.json),
    };
    return answer;
  };

  await look('/resource_classes');
  await look('/traits');
  const { json: providers } = await look('/resource_providers');
  const consumers = new Set<string>();
  const projects = new Set<string>();
  for (const { uuid } of valueAt(providers, 'resource_providers') as { uuid: string }[]) {
    await look(`/resource_providers/${uuid}`);
    for (const part of ['inventories', 'usages', 'aggregates', 'traits']) {
      await look(`/resource_providers/${uuid}/${part}`);
    }
    const { json } = await look(`/resource_providers/${uuid}/allocations`);
    for (const consumer of Object.keys(valueAt(json, 'allocations') as object)) consumers.add(consumer);
  }
  for (const consumer of consumers) {
    const { json } = await look(`/allocations/${consumer}`);
    projects.add(String(valueAt(json, 'project_id')));
  }
  for (const project of projects) await look(`/usages?project_id=${encodeURIComponent(project)}`);
  return dumped;
}

const newest = '1.39';
