import type { CallerName } from '../../callers.ts';
import { missing, type Player } from '../player.ts';

/** What was done with a server, and its moves, of which there are none. */
export async function lookBack({ ask }: Player, id: string, as: CallerName): Promise<void> {
  const path = `/servers/${id}/os-instance-actions`;
  const { body } = await ask(`GET ${path}`, undefined, { as });
  for (const seer of [as, 'admin', 'reader'] as const) {
    await ask(`GET ${path}/${body.instanceActions[0].request_id}`, undefined, { as: seer });
  }
  await ask(`GET ${path}/req-${missing}`, undefined, { as });
  await ask(`GET /servers/${missing}/os-instance-actions`, undefined, { as });
  await ask(`GET ${path}?limit=1`, undefined, { as });
  await ask(`GET ${path}?changes-since=2020-01-01`, undefined, { as });
  await ask(`GET ${path}?changes-before=2020-01-01`, undefined, { as });
  await ask(`GET ${path}?unknown=1`, undefined, { as });
  for (const query of ['', '?limit=1', '?changes-since=2020-01-01', '?changes-before=wrong', '?unknown=1']) {
    await ask(`GET /os-migrations${query}`, undefined, { as });
  }
  await ask(`GET /servers/${id}/migrations`, undefined, { as });
  await ask(`GET /servers/${id}/migrations/1`, undefined, { as });
  await ask(`GET /servers/${missing}/migrations`);
}
