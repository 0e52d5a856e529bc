import type { ApiRequest } from '@berth/api-kit/request.ts';
import type { ComputeCloud } from '@berth/compute-engine/compute-state.ts';
import type { ConsumerId, ProviderId } from '@berth/engine/ids.ts';
import type { World } from '@berth/engine/world.ts';

type Asked = Pick<ApiRequest, 'method' | 'target'> & { readonly body: Uint8Array };
type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Whether what is asked of Placement is for the agent of a host to ask: about trees whose roots are nodes of hosts that it may act for. All
 * of them may read what providers there are, and what they have, but not who holds it; and add traits and classes that are new. What is
 * not recognized is not.
 */
export function isOwnOf(cloud: ComputeCloud, asked: Asked, mayActFor: (host: string) => boolean): boolean {
  const [path = '', query = ''] = asked.target.split('?');
  const isOwn = (id: unknown) => typeof id === 'string' && mayActForTree(cloud, id as ProviderId, mayActFor);
  if (asked.method === 'GET') {
    const [, held] = holders.exec(path) ?? [];
    if (held !== undefined) return isOwn(held);
    const [, tree] = wholeTree.exec(path) ?? [];
    return tree === undefined ? readable.test(path) : query === '' || isOwn(tree);
  }
  // With a body, older versions give a class another name.
  if (asked.method === 'PUT' && addable.test(path)) return asked.body.length === 0;
  const body = jsonIn(asked.body);
  const [, provider] = ofProvider.exec(path) ?? [];
  if (provider !== undefined) return isOwn(provider) && isOwnParent(body);
  if (asked.method !== 'POST') return false;
  if (path === '/resource_providers') {
    const parent = body?.['parent_provider_uuid'] ?? null;
    return parent === null ? isOwn(body?.['uuid']) : isOwn(parent) && !isOthersNode(body?.['uuid']);
  }
  return reshaping.test(path) && body !== null && isOwnReshape(cloud.placement, body, isOwn);

  /** A node that has no provider yet: below another root it would never get one. */
  function isOthersNode(id: unknown): boolean {
    const node = typeof id === 'string' ? cloud.compute.nodes.get(id as ProviderId) : undefined;
    return node !== undefined && !mayActFor(node.host);
  }

  /** A provider stays where it is, or goes below another one of the same agent's. */
  function isOwnParent(sent: JsonObject | null): boolean {
    const parent = sent?.['parent_provider_uuid'] ?? null;
    return parent === null || isOwn(parent);
  }
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const readable = new RegExp(
  `^/(resource_providers(/${uuid}(/(inventories(/[A-Z0-9_]+)?|traits|aggregates|usages))?)?|(traits|resource_classes)(/[A-Z0-9_]+)?)$`,
);
const holders = new RegExp(`^/resource_providers/(${uuid})/allocations$`);
const wholeTree = new RegExp(`^/berth/v1/provider_trees/(${uuid})$`);
const addable = /^\/(traits|resource_classes)\/[A-Z0-9_]+$/;
const ofProvider = new RegExp(
  `^/resource_providers/(${uuid})(?:/(?:inventories(?:/[A-Z0-9_]+)?|traits|aggregates))?$`,
);
const reshaping = /^\/(berth\/v1\/reshaper\/check|reshaper)$/;

/** The host whose tree it is, or, of what is not there yet, whose root it would be. */
function mayActForTree(
  { placement, compute }: ComputeCloud,
  id: ProviderId,
  mayActFor: (host: string) => boolean,
): boolean {
  const root = placement.providers.get(id)?.root.id ?? id;
  const node = compute.nodes.get(root);
  return node !== undefined && mayActFor(node.host);
}

/** Inventory moves within own trees; and what consumers hold of others', and whose they are, stays what it is. */
function isOwnReshape(world: World, body: JsonObject, isOwn: (id: unknown) => boolean): boolean {
  const inventories = objectIn(body['inventories']);
  const allocations = objectIn(body['allocations']);
  if (inventories === null || allocations === null) return false;
  if (!Object.keys(inventories).every(isOwn)) return false;
  return Object.entries(allocations).every(([consumer, held]) => {
    const told = objectIn(held);
    if (!hasSameOwner(world, consumer as ConsumerId, told)) return false;
    const before = heldElsewhere(world, consumer as ConsumerId, isOwn);
    const after = toldElsewhere(told, isOwn);
    return before !== null && after !== null && before.sort().join() === after.sort().join();
  });
}

/** What is not told stays what it is: some of it is left out by older versions. */
function hasSameOwner({ consumers }: World, id: ConsumerId, told: JsonObject | null): boolean {
  const consumer = consumers.get(id);
  if (!consumer || told === null) return false;
  const { projectId, userId, type } = consumer;
  return (
    (told['project_id'] ?? projectId) === projectId &&
    (told['user_id'] ?? userId) === userId &&
    (told['consumer_type'] ?? type) === type
  );
}

/** As 'provider class amount'. Null for a consumer that holds nothing of an own tree. */
function heldElsewhere(
  { consumers }: World,
  id: ConsumerId,
  isOwn: (id: unknown) => boolean,
): string[] | null {
  const all = consumers.get(id)?.allocations ?? [];
  const elsewhere = all.filter(({ provider }) => !isOwn(provider.id));
  if (elsewhere.length === all.length) return null;
  return elsewhere.map(({ provider, resourceClass, amount }) => `${provider.id} ${resourceClass} ${amount}`);
}

function toldElsewhere(held: JsonObject | null, isOwn: (id: unknown) => boolean): string[] | null {
  const allocations = objectIn(held?.['allocations']);
  if (allocations === null) return null;
  return Object.entries(allocations).flatMap(([provider, told]) => {
    if (isOwn(provider)) return [];
    const resources = Object.entries(objectIn(objectIn(told)?.['resources']) ?? {});
    return resources.map(([name, amount]) => `${provider} ${name} ${String(amount)}`);
  });
}

/** Null where it is none: what Placement would make of it is not for us to guess. */
function jsonIn(body: Uint8Array): JsonObject | null {
  try {
    return objectIn(JSON.parse(Buffer.from(body).toString('utf8')));
  } catch {
    return null;
  }
}

function objectIn(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}
