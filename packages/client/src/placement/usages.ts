import { ask } from '../ask.ts';
import { byName, integer, members } from '../shape.ts';
import type { Transport } from '../transport.ts';
import { pathOf } from './providers.ts';
import type { Resources } from './records.ts';

/** What is held of a provider, for each class that it has. */
export async function getProviderUsages(transport: Transport, providerUuid: string): Promise<Resources> {
  const path = `${pathOf(providerUuid)}/usages`;
  return (await ask(transport, { method: 'GET', path }, usages)).usages;
}

/** What the consumers of a project hold, or those of one of its users (1.9). */
export async function getProjectUsages(
  transport: Transport,
  projectId: string,
  userId?: string,
): Promise<Resources> {
  const query = new URLSearchParams({
    project_id: projectId,
    ...(userId === undefined ? {} : { user_id: userId }),
  });
  return (
    await ask(transport, { method: 'GET', path: `/usages?${query.toString()}`, version: '1.9' }, usages)
  ).usages;
}

const usages = members({ usages: byName(integer) });
