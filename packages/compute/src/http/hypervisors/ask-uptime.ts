import { isHostUp } from '@berth/compute-engine/hosts/is-host-up.ts';
import type { Asked } from '../../hosts/host-questions.ts';
import type { ComputeContext } from '../endpoint.ts';
import type { Hypervisor } from './hypervisor.ts';

/** How long a list waits for hosts: one that says nothing does not hold it up for longer. */
const listWaitMs = 5_000;

/** How long a machine is up, in the words of its host. */
export function askUptime(
  { app }: Pick<ComputeContext, 'app'>,
  { node }: Hypervisor,
  waitMs: number,
): Promise<Asked> {
  return app.line.questions.ask(node.host, { kind: 'uptime', node: node.name }, waitMs);
}

/** The same of many at once, for those who show it beside other things; null where it is not told. */
export async function uptimesOf(
  { app }: Pick<ComputeContext, 'app'>,
  hypervisors: readonly Hypervisor[],
): Promise<ReadonlyMap<Hypervisor, string | null>> {
  const waitMs = Math.min(listWaitMs, app.line.patienceMs);
  const asked = hypervisors.map(async (each): Promise<[Hypervisor, string | null]> => {
    if (!isHostUp(app.cloud.compute, each.node.host)) return [each, null];
    const answer = await askUptime({ app }, each, waitMs);
    return [each, answer.kind === 'told' ? answer.output : null];
  });
  return new Map(await Promise.all(asked));
}
