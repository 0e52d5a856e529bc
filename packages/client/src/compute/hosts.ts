import { ask, understood } from '../ask.ts';
import { boolean, integer, listOf, members, optional, text } from '../shape.ts';
import type { Transport } from '../transport.ts';
import { orderShape } from './order-shape.ts';
import type {
  HostAgentName,
  HostOrder,
  HostQuestion,
  NodeFacts,
  OrderOutcome,
  OrderReport,
  PowerReport,
  QuestionAnswer,
  ServerFate,
  ToldOrder,
} from './records.ts';

export interface RegisteredHost {
  /** Nodes that it has no longer, which are kept for their servers alone. */
  readonly keptNodes: readonly { readonly uuid: string; readonly name: string }[];
  /** When it last counted as up again; null: it never was down. */
  readonly backAt: string | null;
}

/** Says which nodes the host has. */
export async function putHost(
  transport: Transport,
  agent: HostAgentName,
  nodes: readonly NodeFacts[],
): Promise<RegisteredHost> {
  const body = { nodes: nodes.map(nodeBody) };
  const path = pathOf(agent, '', {});
  const told = await ask(transport, { method: 'PUT', path, body }, registered);
  return { keptNodes: told.kept_nodes, backAt: told.back_at ?? null };
}

export interface OrdersAsked {
  /** The numbers of those that the agent has taken up already. */
  readonly held: readonly number[];
  readonly limit: number;
  /** How long to wait for one, in seconds. */
  readonly wait: number;
  readonly signal?: AbortSignal;
}

/** What is wanted of a host. */
export interface Wanted {
  readonly orders: readonly HostOrder[];
  readonly questions: readonly HostQuestion[];
  /** As when the host was registered; null, too, where there was nothing to say. */
  readonly backAt: string | null;
}

/** What the host has to do, without what it is to tell. */
export async function getOrders(
  transport: Transport,
  agent: HostAgentName,
  asked: OrdersAsked,
): Promise<readonly HostOrder[]> {
  return (await getWanted(transport, agent, asked)).orders;
}

/** What the host has to do and to tell; nothing, where there was nothing in the time. */
export async function getWanted(
  transport: Transport,
  agent: HostAgentName,
  { held, limit, wait, signal }: OrdersAsked,
): Promise<Wanted> {
  const path = pathOf(agent, '/orders', { held: held.join(','), limit: `${limit}`, wait: `${wait}` });
  const request = { method: 'GET', path, ...(signal === undefined ? {} : { signal }) } as const;
  const answer = await transport.send(request);
  if (answer.status === 204) return { orders: [], questions: [], backAt: null };
  const { orders, questions, back_at: backAt } = understood(request, answer, wanted);
  return { orders, questions: questions ?? [], backAt: backAt ?? null };
}

/** Tells what became of orders, and how machines are. Gives what is said to those orders that are still to be done, by their ids. */
export async function postReports(
  transport: Transport,
  agent: HostAgentName,
  { outcomes, power }: { readonly outcomes: readonly OrderReport[]; readonly power: readonly PowerReport[] },
): Promise<ReadonlyMap<string, ToldOrder>> {
  const body = {
    outcomes: outcomes.map(({ order, outcome }) => ({ order, ...outcomeBody(outcome) })),
    power_states: power,
  };
  const path = pathOf(agent, '/reports', {});
  const { orders } = await ask(transport, { method: 'POST', path, body }, reported);
  return new Map(
    orders.flatMap(({ id, is_open: isOpen, password = null }) =>
      isOpen ? [[id, { isOpen, password }]] : [],
    ),
  );
}

/** Answers what the host was asked. */
export async function postAnswer(
  transport: Transport,
  agent: HostAgentName,
  question: string,
  { kind: result, ...told }: QuestionAnswer,
): Promise<void> {
  const body = { answers: [{ question, result, ...told }] };
  await ask(transport, { method: 'POST', path: pathOf(agent, '/reports', {}), body }, reported);
}

/** A page of what should be on the host, behind a number of a server; the last one is empty. */
export async function getHostServers(
  transport: Transport,
  agent: HostAgentName,
  after: number,
): Promise<readonly ServerFate[]> {
  const path = pathOf(agent, '/servers', { after: `${after}` });
  return (await ask(transport, { method: 'GET', path }, fates)).servers;
}

/** What became of some servers, wherever they are; a hundred at most. */
export async function getServerFates(
  transport: Transport,
  agent: HostAgentName,
  ids: readonly string[],
): Promise<readonly ServerFate[]> {
  const asked = ids.map((id) => `&id=${encodeURIComponent(id)}`).join('');
  const path = `${pathOf(agent, '/servers', {})}${asked}`;
  return (await ask(transport, { method: 'GET', path }, fates)).servers;
}

function pathOf(
  { host, agent }: HostAgentName,
  below: string,
  query: Readonly<Record<string, string>>,
): string {
  const parameters = new URLSearchParams({ agent, ...query });
  return `/berth/v1/hosts/${encodeURIComponent(host)}${below}?${parameters.toString()}`;
}

function nodeBody({ hypervisor, memoryMb, diskGb, cpuInfo, ...node }: NodeFacts): Record<string, unknown> {
  return {
    ...node,
    hypervisor_type: hypervisor.type,
    hypervisor_version: hypervisor.version,
    memory_mb: memoryMb,
    disk_gb: diskGb,
    cpu_info: cpuInfo,
  };
}

function outcomeBody(outcome: OrderOutcome): Record<string, unknown> {
  if (outcome.kind === 'progress') {
    const { kind, memory, disk } = outcome;
    return { outcome: kind, progress: { memory, disk } };
  }
  if (outcome.kind !== 'failed') return { outcome: outcome.kind };
  const { kind, isUnsupported = false, ...told } = outcome;
  return { outcome: kind, ...told, is_unsupported: isUnsupported };
}

const registered = members({
  kept_nodes: listOf(members({ uuid: text, name: text })),
  back_at: optional(text),
});
const reported = members({
  orders: listOf(members({ id: text, is_open: boolean, password: optional(text) })),
});
const wanted = members({
  orders: listOf(orderShape),
  back_at: optional(text),
  questions: optional(
    listOf(members({ id: text, kind: text, server: optional(text), node: optional(text) })),
  ),
});

const known = members({ number: integer, vm_state: text, power_state: text, is_busy: boolean });
const named = members({ id: text, fate: text });

const fates = members({
  servers: listOf((value, place): ServerFate => {
    const { id, fate } = named(value, place);
    if (fate !== 'here' && fate !== 'elsewhere' && fate !== 'deleted') return { id, fate: 'unknown' };
    const { number, vm_state: vmState, power_state: powerState, is_busy: isBusy } = known(value, place);
    return { id, fate, number, vmState, powerState, isBusy };
  }),
});
