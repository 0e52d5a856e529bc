import type { Answer } from '@berth/api-kit/endpoint.ts';
import { isAmongTags } from '@berth/api-kit/entity-tag.ts';
import { turns } from '@berth/api-kit/turns.ts';
import type { Provider } from '@berth/engine/provider.ts';
import { queryCheck } from '../body.ts';
import { forbidden } from '../dialect/forbidden.ts';
import { json, type PlacementContext, read } from '../endpoints.ts';
import { object } from '../fragments.ts';
import { manyItems } from '../made-while-sent.ts';
import { providerIdIn } from '../params.ts';
import { treeJson, treeJsonWhileSent } from './tree-json.ts';
import { isLargeTree, snapshotTree } from './tree-snapshot.ts';
import { knownTag, makeTag } from './tree-tags.ts';

/**
 * The whole tree that a provider is in, as it is at one moment. A host asks for it every minute, and would otherwise send a request
 * for the tree, three for each of its providers, one for those that share with it, and one for each consumer.
 */
export const getProviderTree = read({
  route: 'GET /berth/v1/provider_trees/{uuid}',
  since: '1.14',
  gives: 'json',
  policy: 'placement:resource_providers:list',
  answer: (context) => {
    checkQuery(context.query);
    const asked = { ...context, withConsumers: context.query.last('allocations') === 'true' };
    checkRules(asked);
    const root = rootIn(context);
    if (root === undefined) return noTree(asked);
    if (!isLargeTree(context.world, root, asked.withConsumers, manyItems)) return tree(asked, root);
    // A turn of its own: to take a snapshot of 12,000 providers with 100,000 consumers takes milliseconds.
    return turns.next().then(() => longTree(asked));
  },
});

interface Asked extends PlacementContext {
  readonly withConsumers: boolean;
}

const checkQuery = queryCheck(object({ allocations: { type: 'string', enum: ['true', 'false'] } }));

/** Nobody is told here what they would not be told piece by piece. */
function checkRules({ app, caller, withConsumers }: Asked): void {
  for (const rule of withConsumers ? rulesWithConsumers : rules) {
    if (!app.policy.allows(rule, caller)) throw forbidden(rule);
  }
}

/** Besides that of the endpoint. */
const rules = [
  'placement:resource_providers:inventories:list',
  'placement:resource_providers:traits:list',
  'placement:resource_providers:aggregates:list',
];
const rulesWithConsumers = [
  ...rules,
  'placement:resource_providers:allocations:list',
  'placement:allocations:list',
];

function rootIn(context: PlacementContext): Provider | undefined {
  return context.world.providers.get(providerIdIn(context))?.root;
}

/** As with `in_tree` in lists of providers, there is no 404. */
function noTree({ withConsumers }: Asked): Answer {
  return json(withConsumers ? { providers: [], allocations: {} } : { providers: [] }, { lastModified: null });
}

function tree({ world, headers, version, withConsumers }: Asked, root: Provider): Answer {
  const snapshot = snapshotTree(world, root, withConsumers);
  const madeFrom = `${version} ${withConsumers} ${snapshot.revisions}`;
  const asked = headers['if-none-match'];
  const known = knownTag(root, madeFrom);
  if (known !== undefined && isAmongTags(asked, known)) return notModified(known);
  const body = treeJson(snapshot, version);
  const tag = known ?? makeTag(root, madeFrom, body);
  if (isAmongTags(asked, tag)) return notModified(tag);
  return { status: 200, body, headers: { etag: tag }, lastModified: null };
}

function notModified(tag: string): Answer {
  return { status: 304, headers: { etag: tag }, lastModified: null };
}

/** It has no tag: its first bytes are sent before the last are made. */
function longTree(asked: Asked): Answer {
  const root = rootIn(asked);
  if (root === undefined) return noTree(asked);
  const snapshot = snapshotTree(asked.world, root, asked.withConsumers);
  return { status: 200, body: treeJsonWhileSent(snapshot, asked.version), lastModified: null };
}
