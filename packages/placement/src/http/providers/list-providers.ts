import type { Answer } from '@berth/api-kit/endpoint.ts';
import { badRequest } from '@berth/api-kit/http-error.ts';
import { inTurns, type Steps } from '@berth/api-kit/in-turns.ts';
import type { ResponseBody } from '@berth/api-kit/response.ts';
import { listProviders as findProviders, type ProviderQuery } from '@berth/engine/list-providers.ts';
import type { Provider } from '@berth/engine/provider.ts';
import type { World } from '@berth/engine/world.ts';
import { type PlacementContext, read } from '../endpoints.ts';
import { joinBytes, joinedLength } from '@berth/api-kit/join-bytes.ts';
import { changedAt, newest } from '../last-modified.ts';
import { allProviders, allProvidersInSteps, listClosing, listOpening } from './all-providers.ts';
import { listProvidersCheck, parseProviderQuery } from './query.ts';
import { isEncoded, type ProviderForm, providerForm, providerJson } from './provider-json.ts';

/**
 * Of usual size it is answered at once. A long list is prepared in turns with other work: what has to be encoded is encoded,
 * and kept; then all of it is looked at in one step, so that it is true of one moment.
 */
export const listProviders = read({
  route: 'GET /resource_providers',
  gives: 'json',
  policy: 'placement:resource_providers:list',
  answer: (context) => {
    const { world, query, features, version } = context;
    listProvidersCheck.at(version)?.(query);
    const isLarge = world.providers.size > manyProviders;
    if (query.entries.length === 0) {
      return isLarge
        ? inTurns(longListOfAll(context))
        : listOfAll(context, allProviders(world, providerForm(context)));
    }
    const wanted = parseProviderQuery(query, features);
    // Nearly all clients ask for one provider or tree.
    return isLarge && !isAboutFew(world, wanted)
      ? inTurns(longList(context, wanted))
      : list(context, findProviders(world, wanted));
  },
  words: {
    'class-not-found': (_, sentence) =>
      badRequest(`Invalid resource class in resources parameter: ${sentence}`),
    'traits-not-found': (_, sentence) => badRequest(`Invalid trait(s) in "required" parameter: ${sentence}`),
  },
});

/** To encode so many takes 6 ms at most. */
const manyProviders = 2_000;

function isAboutFew(world: World, { name, id, conditions: { inTree } }: ProviderQuery): boolean {
  if (name !== null || id !== null) return true;
  return inTree !== null && (world.providers.get(inTree)?.root.tree.length ?? 0) <= manyProviders;
}

function listOfAll({ world, now }: PlacementContext, body: Uint8Array[]): Answer {
  const lastModified = newest(world.providers.values(), changedAt) ?? now;
  return { status: 200, body, lastModified };
}

function* longListOfAll(context: PlacementContext): Steps<Answer> {
  return listOfAll(context, yield* allProvidersInSteps(context.world, providerForm(context)));
}

function* longList(context: PlacementContext, wanted: ProviderQuery): Steps<Answer> {
  const { world } = context;
  const form = providerForm(context);
  let encoded = 0;
  const found = findProviders(world, wanted);
  for (const provider of found) {
    if (isEncoded(provider, form)) continue;
    providerJson(provider, form);
    if (++encoded % providersPerStep === 0) yield;
  }
  if (encoded < providersPerStep) return list(context, found);
  // Others have had their turn since: some may have changed.
  yield;
  return list(context, findProviders(world, wanted));
}

/** Some two milliseconds. */
const providersPerStep = 500;

function list(context: PlacementContext, providers: readonly Provider[]): Answer {
  return {
    status: 200,
    body: listBody(providers, providerForm(context)),
    lastModified: newest(providers, changedAt) ?? context.now,
  };
}

function listBody(providers: readonly Provider[], form: ProviderForm): ResponseBody {
  const parts = providers.map((provider) => providerJson(provider, form));
  if (parts.length <= manyProviders) return [listOpening, joinBytes(parts), listClosing];
  const byteLength = listOpening.length + joinedLength(parts) + listClosing.length;
  return Object.assign(joinedWhileSent(parts), { byteLength });
}

/** What is kept of a provider is never changed but replaced, so that the bytes stay those of the moment they were noted. */
function* joinedWhileSent(parts: readonly Uint8Array[]): Generator<Uint8Array> {
  yield listOpening;
  for (let start = 0; start < parts.length; start += partsPerChunk) {
    const some = parts.slice(start, start + partsPerChunk);
    // Joined to nothing, they begin with a comma.
    yield joinBytes(start === 0 ? some : [nothing, ...some]);
  }
  yield listClosing;
}

const partsPerChunk = 128;
const nothing = new Uint8Array();
