import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { MemoryJournal } from '@berth/ledger/journal/memory-journal.ts';
import { routes } from '@berth/placement/http/routes.ts';
import { history } from '@berth/placement/http/versions.ts';
import { placementProjection } from '@berth/placement/rows/projection.ts';
import { inProcess, origin } from '@berth/placement/testing/in-process.ts';
import { emptyServer } from '../differential/empty-server.ts';
import { Peer } from '../differential/exchange.ts';
import { buildWorld } from './build-world.ts';
import { Names } from './names.ts';
import { peerTarget } from './peer-target.ts';
import type { Target } from './target.ts';

/** Route → first version of a form → the form. Versions in between look like the one before them. */
export type KeySets = Readonly<Record<string, Readonly<Record<string, Form>>>>;

/** How the answer to one request looks, without the values in it. */
export interface Form {
  readonly status: number;
  readonly headers: readonly string[];
  /** Paths of all values in the body. What is a key by its meaning stands as `{uuid}` or `{NAME}`, a list as `[]`. */
  readonly keys: readonly string[];
}

/** In which every route has something to show. */
const world = `
  traits: CUSTOM_GOLD
  cn1      VCPU:8 MEMORY_MB:4096 CUSTOM_GOLD agg:A
    numa0  VCPU:4
  vm1 holds cn1:VCPU=2,MEMORY_MB=512 for alpha/ann
`;

interface Sample {
  readonly target: string;
  readonly body?: unknown;
}

/**
 * For each route a request that is typical if it reads, and without effect if it writes (so that one world serves all
 * versions): it is refused, or leaves things as they are.
 */
const samples: Readonly<Record<string, Sample>> = {
  'GET /': { target: '/' },
  'GET /resource_providers': { target: '/resource_providers' },
  'POST /resource_providers': { target: '/resource_providers', body: {} },
  'GET /resource_providers/{uuid}': { target: '/resource_providers/{numa0}' },
  'DELETE /resource_providers/{uuid}': { target: '/resource_providers/{cn1}' },
  'PUT /resource_providers/{uuid}': { target: '/resource_providers/{cn1}', body: {} },
  'GET /resource_providers/{uuid}/inventories': { target: '/resource_providers/{cn1}/inventories' },
  'POST /resource_providers/{uuid}/inventories': {
    target: '/resource_providers/{cn1}/inventories',
    body: {},
  },
  'PUT /resource_providers/{uuid}/inventories': { target: '/resource_providers/{cn1}/inventories', body: {} },
  'DELETE /resource_providers/{uuid}/inventories': { target: '/resource_providers/{cn1}/inventories' },
  'GET /resource_providers/{uuid}/inventories/{resource_class}': {
    target: '/resource_providers/{cn1}/inventories/VCPU',
  },
  'PUT /resource_providers/{uuid}/inventories/{resource_class}': {
    target: '/resource_providers/{cn1}/inventories/VCPU',
    body: {},
  },
  'DELETE /resource_providers/{uuid}/inventories/{resource_class}': {
    target: '/resource_providers/{cn1}/inventories/VCPU',
  },
  'GET /resource_providers/{uuid}/usages': { target: '/resource_providers/{cn1}/usages' },
  'GET /resource_providers/{uuid}/aggregates': { target: '/resource_providers/{cn1}/aggregates' },
  'PUT /resource_providers/{uuid}/aggregates': { target: '/resource_providers/{cn1}/aggregates', body: 7 },
  'GET /resource_providers/{uuid}/allocations': { target: '/resource_providers/{cn1}/allocations' },
  'GET /resource_providers/{uuid}/traits': { target: '/resource_providers/{cn1}/traits' },
  'PUT /resource_providers/{uuid}/traits': { target: '/resource_providers/{cn1}/traits', body: {} },
  'DELETE /resource_providers/{uuid}/traits': { target: '/resource_providers/{numa0}/traits' },
  'POST /allocations': { target: '/allocations', body: {} },
  'GET /allocations/{consumer_uuid}': { target: '/allocations/{vm1}' },
  'PUT /allocations/{consumer_uuid}': { target: '/allocations/{vm1}', body: {} },
  'DELETE /allocations/{consumer_uuid}': { target: '/allocations/{nobody}' },
  'GET /allocation_candidates': { target: '/allocation_candidates?resources=VCPU:1' },
  'GET /resource_classes': { target: '/resource_classes' },
  'POST /resource_classes': { target: '/resource_classes', body: {} },
  'GET /resource_classes/{name}': { target: '/resource_classes/VCPU' },
  'PUT /resource_classes/{name}': { target: '/resource_classes/VCPU', body: {} },
  'DELETE /resource_classes/{name}': { target: '/resource_classes/VCPU' },
  'GET /traits': { target: '/traits?name=startswith:CUSTOM_' },
  'GET /traits/{name}': { target: '/traits/CUSTOM_GOLD' },
  'PUT /traits/{name}': { target: '/traits/GOLD' },
  'DELETE /traits/{name}': { target: '/traits/CUSTOM_GOLD' },
  'GET /usages': { target: '/usages?project_id=alpha' },
  'POST /reshaper': { target: '/reshaper', body: {} },
  'GET /berth/v1/explain/allocation_candidates': {
    target: '/berth/v1/explain/allocation_candidates?resources=VCPU:9',
  },
  'GET /berth/v1/provider_trees/{uuid}': { target: '/berth/v1/provider_trees/{numa0}?allocations=true' },
  'POST /berth/v1/reshaper/check': {
    target: '/berth/v1/reshaper/check',
    body: {
      inventories: { '{cn1}': { resource_provider_generation: 0, inventories: {} } },
      allocations: {},
    },
  },
  // In memory there is none to be had.
  'GET /berth/v1/backup': { target: '/berth/v1/backup' },
  'GET /berth/v1/changes': { target: '/berth/v1/changes?limit=1000' },
};

/** Asks for every route at every version. */
export async function keySetsOf(target: Target): Promise<KeySets> {
  const names = new Names();
  for (const { method, target: path, ...options } of buildWorld(world, names)) {
    const { status, text } = await target.request(method, path, options);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
  }
  const keySets: Record<string, Record<string, Form>> = {};
  for (const { route } of routes) {
    const sample = samples[route];
    if (sample === undefined) throw new Error(`${route} has no sample in key-sets.ts`);
    keySets[route] = await formsOf(route, names.resolve(sample), target);
  }
  return keySets;
}

async function formsOf(route: string, sample: Sample, target: Target): Promise<Record<string, Form>> {
  const [method = ''] = route.split(' ');
  const forms: Record<string, Form> = {};
  let before: Form | null = null;
  for (const [version] of history) {
    const { status, headers, json } = await target.request(method, sample.target, {
      version,
      body: sample.body,
    });
    const form: Form = {
      status,
      headers: headerNames.filter((name) => name in headers),
      keys: [...new Set(paths(json, ''))].sort(),
    };
    if (!isDeepStrictEqual(form, before)) forms[version] = form;
    before = form;
  }
  return forms;
}

/** Those that are about the API and not about the connection. */
const headerNames = [
  'allow',
  'cache-control',
  'content-type',
  'etag',
  'last-modified',
  'location',
  'openstack-api-version',
  'vary',
  'x-openstack-request-id',
];

function* paths(value: unknown, path: string): Generator<string> {
  if (Array.isArray(value)) {
    for (const item of value) yield* paths(item, `${path}[]`);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      yield* paths(inner, path === '' ? generalised(key) : `${path}.${generalised(key)}`);
    }
  } else if (value !== undefined) {
    yield path;
  }
}

function generalised(key: string): string {
  if (/^[0-9a-f-]{36}$/.test(key)) return '{uuid}';
  return /^[A-Z0-9_]+$/.test(key) ? '{NAME}' : key;
}

export const keySetsFile = join(import.meta.dirname, 'key-sets.json');

export function readKeySets(): KeySets {
  return JSON.parse(readFileSync(keySetsFile, 'utf8')) as KeySets;
}

/** Those of this checkout. */
export async function ourKeySets(): Promise<KeySets> {
  const service = await inProcess(new MemoryJournal([placementProjection]));
  const keySets = await keySetsOf({ ...service, origin });
  await service.close();
  return keySets;
}

/** `--write` pins them anew; `--url URL` compares those that are pinned with those of a running server. */
async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { write: { type: 'boolean', default: false }, url: { type: 'string' } },
  });
  if (values.write) {
    writeFileSync(keySetsFile, JSON.stringify(await ourKeySets()));
    process.exitCode = spawnSync(biome, ['format', '--write', keySetsFile], { stdio: 'inherit' }).status ?? 1;
  } else if (values.url !== undefined) {
    const peer = new Peer(values.url);
    await emptyServer(peer);
    const [pinned, theirs] = [readKeySets(), await keySetsOf(peerTarget(peer))];
    peer.close();
    for (const [route, forms] of Object.entries(pinned)) {
      // What the original does not have.
      if (route.includes(' /berth/')) continue;
      if (isDeepStrictEqual(forms, theirs[route])) continue;
      process.exitCode = 1;
      process.stdout.write(
        `${route}\n  pinned ${JSON.stringify(forms)}\n  theirs ${JSON.stringify(theirs[route])}\n`,
      );
    }
    process.stdout.write(`${Object.keys(pinned).length} routes compared\n`);
  } else {
    throw new Error('say --write, or --url URL');
  }
}

const biome = join(import.meta.dirname, '../../node_modules/.bin/biome');

if (import.meta.main) await main(process.argv.slice(2));
