import { readFileSync } from 'node:fs';
import type { Prng } from '@berth/testing/prng.ts';
import { callers } from '../callers.ts';
import type { Draft, Parameter } from '../draft.ts';
import type { ComparedNoun } from '../noun.ts';

export const keypairs: ComparedNoun = {
  name: 'keypairs',
  seams: ['2.2', '2.10', '2.35', '2.75', '2.92'],
  draw: (prng) =>
    prng.weighted<() => Draft>([
      [30, () => drawCreate(prng)],
      [18, () => drawList(prng)],
      [12, () => drawOne(prng, 'GET')],
      [10, () => drawOne(prng, 'DELETE')],
      [2, () => drawTightQuota(prng)],
    ])(),
  state: () =>
    users.map((user) => ({
      route: 'GET /os-keypairs',
      method: 'GET',
      path: '/os-keypairs',
      query: [['user_id', user]],
      caller: 'admin',
      version: '2.93',
    })),
};

/** Users are known by the tokens of callers. */
export const users: readonly string[] = Object.values(callers).flatMap(
  ({ token }) => token?.split(':')[0] ?? [],
);

const names = ['k1', 'k2', 'K1', 'a b', 'a-b_c', '10', '9', 'a@b.c'];

const oddNames = [
  ...[
    '',
    ' ',
    ' a',
    'a ',
    'a\n',
    '\n',
    'a/b',
    'ä',
    'a\tb',
    'a\u00a0',
    '.',
    '..',
    'x'.repeat(255),
    'x'.repeat(256),
  ],
  ...[` ${'x'.repeat(255)}`, '/'.repeat(256), '\u0000', '٣', null, 5, true, [], {}, 'new', "it's"],
];

const samples = JSON.parse(
  readFileSync(new URL('../../../packages/compute/src/keys/testing/ssh-keys.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, { readonly line: string }>>;
const lines = Object.values(samples).map(({ line }) => line);
const [firstLine = ''] = lines;

const certificate = readFileSync(
  new URL('../../../packages/compute/src/keys/testing/certificate.pem', import.meta.url),
  'utf8',
);

function drawCreate(prng: Prng): Draft {
  const keypair: Record<string, unknown> = {
    name: prng.chance(0.9) ? prng.pick(names) : prng.pick(oddNames),
  };
  // To make one takes both sides long.
  if (prng.chance(0.95)) keypair['public_key'] = drawKey(prng);
  if (prng.chance(0.3))
    keypair['type'] = prng.pick(['ssh', 'ssh', 'ssh', 'x509', 'x509', 'SSH', '', null, 1]);
  if (keypair['type'] === 'x509' && prng.chance(0.6)) keypair['public_key'] = certificate;
  if (prng.chance(0.25)) keypair['user_id'] = prng.pick([...users, '', 'a/b', null, 1]);
  if (prng.chance(0.03)) keypair[prng.pick(['foo', 'private_key', 'fingerprint'])] = 'x';
  const inOrder = prng.chance(0.2) ? prng.shuffled(Object.entries(keypair)) : Object.entries(keypair);
  return {
    route: 'POST /os-keypairs',
    method: 'POST',
    path: '/os-keypairs',
    body: { keypair: Object.fromEntries(inOrder) },
  };
}

function drawKey(prng: Prng): unknown {
  return prng.weighted<() => unknown>([
    [20, () => firstLine],
    [15, () => prng.pick(lines)],
    [6, () => mutated(prng, prng.pick(lines))],
    [2, () => prng.pick(['', ' ', 'x', 'ssh-rsa', 'ssh-rsa AAAA', null, 1, [], certificate])],
  ])();
}

/** With one character changed, left out, or put in. */
function mutated(prng: Prng, line: string): string {
  const at = prng.below(line.length);
  const put = prng.pick(['', 'A', '=', ' ', '\n', '/', '-', 'ä', '\t', '!']);
  return line.slice(0, at) + put + line.slice(at + prng.below(2));
}

function drawOne(prng: Prng, method: 'GET' | 'DELETE'): Draft {
  const name = prng.chance(0.92)
    ? prng.pick(names)
    : prng.pick(['nope', 'ä', '%', 'k1 ', "'", 'x'.repeat(300)]);
  return {
    route: `${method} /os-keypairs/{name}`,
    method,
    path: `/os-keypairs/${encodeURIComponent(name)}`,
    query: drawQuery(prng, ['user_id']),
  };
}

function drawList(prng: Prng): Draft {
  const query = drawQuery(prng, ['user_id', 'limit', 'limit', 'marker']);
  return { route: 'GET /os-keypairs', method: 'GET', path: '/os-keypairs', query };
}

function drawQuery(prng: Prng, parameters: readonly string[]): Parameter[] {
  const query: Parameter[] = [];
  for (const name of parameters) if (prng.chance(0.3)) query.push([name, drawValue(prng, name)]);
  if (prng.chance(0.04)) query.push([prng.pick(['foo', 'limit', 'type', 'name']), '1']);
  return query;
}

function drawValue(prng: Prng, name: string): string {
  if (name === 'user_id') return prng.pick([...users, '', 'nobody']);
  if (name === 'marker') return prng.chance(0.9) ? prng.pick(names) : prng.pick(['nope', '', 'a/b', 'ä']);
  return prng.pick(['1', '2', '3', '1000', '1001', '0', '', '-1', 'x', '01', '1\n', '99999999999999999999']);
}

/** So that there can be too many. */
function drawTightQuota(prng: Prng): Draft {
  const project = prng.pick(Object.values(callers).flatMap(({ project }) => project ?? []));
  return {
    route: 'PUT /os-quota-sets/{id}',
    method: 'PUT',
    path: `/os-quota-sets/${project}`,
    query: prng.chance(0.3) ? [['user_id', prng.pick(users)]] : [],
    body: { quota_set: { key_pairs: prng.pick([0, 1, 2, 3, -1]), force: true } },
    caller: 'admin',
    version: '2.57',
  };
}
