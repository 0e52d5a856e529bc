import type { Cloud } from '../asking/cloud.ts';
import { userId } from '../asking/find-in-identity.ts';
import { pageThrough } from '../asking/page-through.ts';
import { textAt, type Thing, thingAt, withQuery } from '../asking/service.ts';
import { actionCommand, type Column, listCommand, showCommand } from '../command/client-command.ts';
import { forEach } from '../command/for-each.ts';
import { choice, flag, neededText, someTexts, text, whole } from '../command/option.ts';
import { inOrder } from '../output/formatted.ts';
import type { Cell } from '../output/value.ts';
import { memberOf } from '../asking/member-of.ts';

const user = text('<user>', 'Of this user.', { since: '2.10' });

const columns: readonly Column<Thing>[] = [
  { title: 'Name', get: (key) => memberOf(key, 'name') },
  { title: 'Fingerprint', get: (key) => memberOf(key, 'fingerprint') },
  { title: 'Type', since: '2.2', get: (key) => memberOf(key, 'type') },
];

export const keypairList = listCommand('compute', {
  options: {
    user,
    marker: text('<name>', 'Those behind this one.', { since: '2.35' }),
    limit: whole('<n>', 'So many at most.', { since: '2.35' }),
  },
  columns,
  list: async ({ service, cloud, values }) => {
    const query = { user_id: await ownerId(cloud, values.user), marker: values.marker };
    const marker = (last: Thing) => textAt(thingAt(last, 'keypair'), 'name');
    const found = await pageThrough(service, '/os-keypairs', query, values.limit, {
      list: 'keypairs',
      marker,
    });
    return found.map((each) => thingAt(each, 'keypair'));
  },
});

export const keypairCreate = showCommand('compute', {
  description:
    'Where no key is given one is made, and its private part printed, or written to a file; it is kept nowhere.',
  takes: { name: neededText('<name>', 'Its name.') },
  options: {
    publicKey: text('<file>', 'The file with the public key.', { not: ['privateKey'] }),
    privateKey: text('<file>', 'Where the private key is written, for you alone.'),
    type: choice(['ssh', 'x509'], 'What it is (ssh).', { since: '2.2' }),
    user,
  },
  show: async ({ service, cloud, values, outside }) => {
    const { name, type } = values;
    const owner = await ownerId(cloud, values.user);
    const publicKey = values.publicKey === undefined ? undefined : outside.readText(values.publicKey);
    const keypair = {
      name,
      ...(publicKey === undefined ? {} : { public_key: publicKey }),
      ...(type === undefined ? {} : { type }),
      ...(owner === undefined ? {} : { user_id: owner }),
    };
    const created = thingAt(await service.post('/os-keypairs', { keypair }), 'keypair');
    const privateKey = textAt(created, 'private_key');
    if (values.privateKey !== undefined) outside.writeSecret(values.privateKey, privateKey);
    else if (publicKey === undefined) return { kind: 'text', text: privateKey };
    return shown(created);
  },
});

export const keypairShow = showCommand('compute', {
  takes: { name: neededText('<name>', 'Its name.') },
  options: { publicKey: flag('Only the public key.'), user },
  show: async ({ service, cloud, values }) => {
    const owner = { user_id: await ownerId(cloud, values.user) };
    const found = thingAt(
      await service.get(`/os-keypairs/${encodeURIComponent(values.name)}`, owner),
      'keypair',
    );
    if (values.publicKey) return { kind: 'text', text: textAt(found, 'public_key') };
    return inOrder({ ...shown(found), private_key: null });
  },
});

export const keypairDelete = actionCommand('compute', {
  takes: { names: someTexts('<name>', 'Their names.') },
  options: { user },
  act: async ({ service, cloud, values, outside }) => {
    const work = { verb: 'delete', noun: 'key', complain: outside.complain };
    const query = { user_id: await ownerId(cloud, values.user) };
    await forEach(values.names, work, (name) =>
      service.delete(withQuery(`/os-keypairs/${encodeURIComponent(name)}`, query)),
    );
  },
});

/** Its number is told nowhere: a key pair is known by its name. */
function shown(keypair: Thing): Record<string, Cell> {
  return {
    created_at: keypair['created_at'] ?? null,
    fingerprint: memberOf(keypair, 'fingerprint'),
    id: memberOf(keypair, 'name'),
    is_deleted: keypair['deleted'] ?? null,
    name: memberOf(keypair, 'name'),
    type: memberOf(keypair, 'type'),
    user_id: memberOf(keypair, 'user_id'),
  };
}

async function ownerId(cloud: Cloud, user: string | undefined): Promise<string | undefined> {
  return user === undefined ? undefined : userId(cloud, user);
}
