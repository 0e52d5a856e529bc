import type { Prng } from '@berth/testing/prng.ts';
import { candidateQuery } from './candidate-query.ts';
import { ask, type Request } from './exchange.ts';
import { malformedRead } from './malformed-reads.ts';
import { providerQuery } from './provider-query.ts';
import { anyMinor, minorWith } from './versions.ts';
import { consumerTypes, projects, standardClasses, standardTraits, users, type World } from './world.ts';

/** A read at random: mostly well-formed, at any microversion. */
export function generateRead(prng: Prng, world: World): Request {
  return prng.weighted(reads)(prng, world);
}

type Generator = (prng: Prng, world: World) => Request;

const reads: readonly (readonly [number, Generator])[] = [
  [40, candidates],
  [18, (prng, world) => list('/resource_providers', providerQuery(prng, world))],
  [16, oneProvider],
  [4, consumer],
  [5, usages],
  [4, traits],
  [3, classes],
  [1, root],
  [14, malformedRead],
];

function candidates(prng: Prng, world: World): Request {
  return list('/allocation_candidates', candidateQuery(prng, world));
}

type Query = { readonly minor: number; readonly parameters: readonly (readonly [string, string])[] };

export function list(path: string, { minor, parameters }: Query): Request {
  const query = parameters.map(([key, value]) => `${encode(key)}=${encode(value)}`).join('&');
  return ask('GET', query === '' ? path : `${path}?${query}`, minor);
}

/** Percent-encodes what must be; the punctuation of this API travels as it is, as its clients send it. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll('%3A', ':').replaceAll('%2C', ',');
}

function oneProvider(prng: Prng, world: World): Request {
  const known = prng.chance(0.93);
  const provider = known ? prng.pick(world.providers) : undefined;
  const uuid = provider?.uuid ?? prng.pick(world.spareProviders);
  const classes = Object.keys(provider?.inventories ?? {});
  const name =
    classes.length > 0 && prng.chance(0.8)
      ? prng.pick(classes)
      : prng.pick([...standardClasses, 'CUSTOM_NOPE']);
  const suffix = prng.weighted([
    [3, ''],
    [3, '/inventories'],
    [2, `/inventories/${name}`],
    [3, '/usages'],
    [2, '/aggregates'],
    [3, '/traits'],
    [3, '/allocations'],
  ]);
  return ask('GET', `/resource_providers/${uuid}${suffix}`, anyMinor(prng));
}

function consumer(prng: Prng, world: World): Request {
  const uuids = [...world.consumers.map((each) => each.uuid), ...world.spareConsumers.slice(0, 1)];
  return ask('GET', `/allocations/${prng.pick(uuids)}`, anyMinor(prng));
}

function usages(prng: Prng): Request {
  const parameters: [string, string][] = [];
  if (prng.chance(0.95)) parameters.push(['project_id', prng.pick([...projects, ...projects, 'nobody'])]);
  if (prng.chance(0.4)) parameters.push(['user_id', prng.pick([...users, ...users, 'nobody'])]);
  if (prng.chance(0.4)) {
    parameters.push([
      'consumer_type',
      prng.pick([...consumerTypes, 'all', 'unknown', 'NO_SUCH', 'instance', '']),
    ]);
  }
  const has38 = parameters.some(([key]) => key === 'consumer_type');
  return list('/usages', { minor: minorWith(prng, has38 ? 38 : 9), parameters });
}

function traits(prng: Prng, world: World): Request {
  const names = [...standardTraits, ...world.customTraits, 'CUSTOM_NOPE', 'NOPE'];
  const minor = minorWith(prng, 6);
  if (prng.chance(0.3)) return ask('GET', `/traits/${prng.pick(names)}`, minor);
  const parameters: [string, string][] = [];
  const name = prng.pick([
    `in:${prng.some(names, 1, 4).join(',')}`,
    'startswith:CUSTOM',
    `startswith:${prng.pick(names).slice(0, 6)}`,
    `startswith:`,
    prng.pick(names),
    'in:',
  ]);
  // Without a filter this is every standard trait, so it is the rarer form.
  if (prng.chance(0.8)) parameters.push(['name', name]);
  if (prng.chance(0.5))
    parameters.push(['associated', prng.pick(['true', 'false', 'True', 'FALSE', '1', ''])]);
  return list('/traits', { minor, parameters });
}

function classes(prng: Prng, world: World): Request {
  const names = [...standardClasses, ...world.customClasses, 'CUSTOM_NOPE', 'NOPE', 'vcpu'];
  return ask(
    'GET',
    prng.chance(0.4) ? '/resource_classes' : `/resource_classes/${prng.pick(names)}`,
    minorWith(prng, 2),
  );
}

function root(prng: Prng): Request {
  return ask('GET', '/', anyMinor(prng));
}
