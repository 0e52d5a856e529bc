import type { Answer } from '@berth/api-kit/endpoint.ts';
import type { Steps } from '@berth/api-kit/in-turns.ts';
import type { ComputeContext } from '../endpoint.ts';
import { inPieces } from '../in-pieces.ts';
import type { Link } from '../links.ts';
import { versions } from '../versions.ts';
import { uptimesOf } from './ask-uptime.ts';
import { type Hypervisor, serversOn } from './hypervisor.ts';
import { figuresOf } from './hypervisor-figures.ts';
import { briefHypervisor, detailedHypervisor, serversShown } from './hypervisor-view.ts';

export interface Shown {
  readonly isDetailed: boolean;
  readonly withServers: boolean;
  readonly links?: readonly Link[];
}

/** A list of them, which may be long, and have many servers. */
export async function answerWithHypervisors(
  context: ComputeContext,
  hypervisors: readonly Hypervisor[],
  shown: Shown,
): Promise<Answer> {
  const show = await hypervisorShower(context, hypervisors, shown);
  return await inPieces(answer(hypervisors, show, shown.links));
}

/** How each of some is shown. Their hosts are asked, where the version shows what only they know. */
export async function hypervisorShower(
  context: ComputeContext,
  hypervisors: readonly Hypervisor[],
  { isDetailed, withServers }: Shown,
): Promise<(hypervisor: Hypervisor) => object> {
  const { app, version } = context;
  const uptimes =
    isDetailed && features.at(version).showsUptime ? await uptimesOf(context, hypervisors) : null;
  const showServers = serversShown.at(version);
  return (hypervisor) => {
    const servers = withServers ? showServers?.(serversOn(context, hypervisor)) : {};
    if (!isDetailed) return { ...briefHypervisor.at(version)(hypervisor), ...servers };
    const figures = figuresOf(app.cloud, hypervisor.node);
    const uptime = uptimes?.get(hypervisor) ?? null;
    return { ...detailedHypervisor.at(version)({ ...hypervisor, figures, uptime }), ...servers };
  };
}

const features = versions.features({ showsUptime: '2.88' });

function* answer(
  hypervisors: readonly Hypervisor[],
  show: (hypervisor: Hypervisor) => object,
  links: readonly Link[] | undefined,
): Steps<Answer> {
  const parts: Uint8Array[] = [Buffer.from('{"hypervisors":[')];
  for (const [index, hypervisor] of hypervisors.entries()) {
    parts.push(Buffer.from(`${index > 0 ? ',' : ''}${JSON.stringify(show(hypervisor))}`));
    yield;
  }
  parts.push(Buffer.from(`]${links ? `,"hypervisors_links":${JSON.stringify(links)}` : ''}}`));
  return { status: 200, body: Buffer.concat(parts) };
}
