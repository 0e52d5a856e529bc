import type { CallerName } from '../../callers.ts';
import { missing, type Player } from '../player.ts';

/** What can be changed of a server, each with what cannot. */
export async function changeServer({ ask }: Player, id: string, as: CallerName): Promise<void> {
  const server = `/servers/${id}`;
  const none = `/servers/${missing}`;
  await ask(`PUT ${server}`, { server: { name: 'db' } }, { as });
  await ask(`PUT ${server}`, { server: { description: 'x' } }, { as });
  await ask(`PUT ${server}`, { server: { hostname: 'db' } }, { as });
  await ask(`PUT ${none}`, { server: { name: 'db' } }, { as });
  for (const there of [server, none]) {
    await ask(`GET ${there}/metadata`, undefined, { as });
    await ask(`POST ${there}/metadata`, { metadata: { a: 'b' } }, { as });
    await ask(`PUT ${there}/metadata`, { metadata: { a: 'c', k: 'v' } }, { as });
    await ask(`PUT ${there}/metadata/a`, { meta: { a: 'd' } }, { as });
    await ask(`GET ${there}/metadata/a`, undefined, { as });
    await ask(`DELETE ${there}/metadata/a`, undefined, { as });
    await ask(`GET ${there}/tags`, undefined, { as });
    await ask(`PUT ${there}/tags`, { tags: ['x', 'y'] }, { as });
    await ask(`PUT ${there}/tags/two`, undefined, { as });
    await ask(`PUT ${there}/tags/two`, undefined, { as });
    await ask(`GET ${there}/tags/two`, undefined, { as });
    await ask(`DELETE ${there}/tags/two`, undefined, { as });
    await ask(`DELETE ${there}/tags`, undefined, { as });
    await ask(`GET ${there}/ips`, undefined, { as });
  }
  await ask(`PUT ${server}/metadata/a`, { meta: { b: 'd' } }, { as });
  await ask(`PUT ${server}/tags`, { tags: ['a/b'] }, { as });
  const { body } = await ask(`GET ${server}/ips`, undefined, { as });
  for (const network of [...Object.keys(body.addresses), 'none']) {
    await ask(`GET ${server}/ips/${network}`, undefined, { as });
  }
}
