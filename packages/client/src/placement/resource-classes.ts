import { ask, tell } from '../ask.ts';
import { listOf, members, text } from '../shape.ts';
import type { Transport } from '../transport.ts';

export async function listResourceClasses(transport: Transport): Promise<string[]> {
  const request = { method: 'GET', path: '/resource_classes', version: '1.7' } as const;
  const { resource_classes: classes } = await ask(transport, request, classList);
  return classes.map(({ name }) => name);
}

/** Does nothing where it is there already (1.7). */
export async function ensureResourceClass(transport: Transport, name: string): Promise<void> {
  const path = `/resource_classes/${encodeURIComponent(name)}`;
  await tell(transport, { method: 'PUT', path, version: '1.7' });
}

const classList = members({ resource_classes: listOf(members({ name: text })) });
