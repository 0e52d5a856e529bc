import { isUuid } from '../asking/is-uuid.ts';
import { type Service, textAt, type Thing, thingsAt } from '../asking/service.ts';
import { suggestion } from '../closest.ts';
import { CommandFailure } from '../command/command-failure.ts';

/** The id of a provider that is called by name or id. Names are unique; an id is believed, and looked for by who uses it. */
export async function providerId(placement: Service, text: string): Promise<string> {
  return isUuid(text) ? text : textAt(await providerNamed(placement, text), 'uuid');
}

/** The provider itself. */
export async function findProvider(placement: Service, text: string): Promise<Thing> {
  return isUuid(text) ? await placement.get(providerPath(text)) : await providerNamed(placement, text);
}

async function providerNamed(placement: Service, name: string): Promise<Thing> {
  const [found] = thingsAt(await placement.get('/resource_providers', { name }), 'resource_providers');
  if (found !== undefined) return found;
  const others = thingsAt(await placement.get('/resource_providers'), 'resource_providers');
  const names = others.map((each) => textAt(each, 'name'));
  throw new CommandFailure(
    `No resource provider with a name or ID of '${name}' exists.${suggestion(name, names)}`,
  );
}

/** '/resource_providers/ID', and what is below. */
export function providerPath(id: string, below = ''): string {
  return `/resource_providers/${encodeURIComponent(id)}${below}`;
}
