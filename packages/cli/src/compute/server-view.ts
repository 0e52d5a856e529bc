import type { Cloud } from '../asking/cloud.ts';
import { type Service, textAt, type Thing, thingAt, thingsAt } from '../asking/service.ts';
import { asNamedLists, asPairLines, asPairs, asWords, inOrder } from '../output/formatted.ts';
import { type Cell, Formatted, type Value } from '../output/value.ts';
import { imageName } from './find-image.ts';

export const withoutImage = 'N/A (booted from volume)';

const powerStates = ['NOSTATE', 'Running', '', 'Paused', 'Shutdown', '', 'Crashed', 'Suspended'];

export function powerState(value: Value): Formatted {
  const name = typeof value === 'number' ? powerStates[value] : undefined;
  return new Formatted(value, name ?? 'N/A');
}

/** Addresses by network. */
export function networksOf(server: Thing): Formatted {
  const addresses = thingAt(server, 'addresses');
  return asNamedLists(
    Object.fromEntries(
      Object.keys(addresses).map((name) => [
        name,
        thingsAt(addresses, name).map((each) => each['addr'] ?? null),
      ]),
    ),
  );
}

/** A server as it is shown: what it is made of by name, lists and mappings for people. */
export async function serverView(
  compute: Service,
  cloud: Cloud,
  server: Thing,
): Promise<Record<string, Cell>> {
  const { links: _links, metadata, tenant_id, image, ...rest } = server;
  const shown: Record<string, Cell> = { ...rest };
  shown['image'] = await imageCell(cloud, image ?? '');
  shown['flavor'] = await flavorCell(compute, thingAt(server, 'flavor'));
  shown['addresses'] = networksOf(server);
  shown['properties'] = asPairs(metadata ?? {});
  if (tenant_id !== undefined) shown['project_id'] = tenant_id;
  const volumes = rest['os-extended-volumes:volumes_attached'];
  if (volumes !== undefined) {
    delete shown['os-extended-volumes:volumes_attached'];
    shown['volumes_attached'] = asPairLines(volumes);
  }
  if (rest['security_groups'] !== undefined) shown['security_groups'] = asPairLines(rest['security_groups']);
  if (rest['tags'] !== undefined) shown['tags'] = asWords(rest['tags']);
  const power = rest['OS-EXT-STS:power_state'];
  if (power !== undefined) shown['OS-EXT-STS:power_state'] = powerState(power);
  return inOrder(shown);
}

async function imageCell(cloud: Cloud, image: Value): Promise<string> {
  const id = textAt(thingAt({ image }, 'image'), 'id');
  if (id === '') return withoutImage;
  const name = await imageName(cloud, id);
  return name === null ? id : `${name} (${id})`;
}

/** Whole in the server from 2.47 on. */
async function flavorCell(compute: Service, flavor: Thing): Promise<Cell> {
  const id = textAt(flavor, 'id');
  if (id === '') return asPairs(flavor);
  const found = await compute.find(`/flavors/${encodeURIComponent(id)}`);
  return found === null ? id : `${textAt(thingAt(found, 'flavor'), 'name')} (${id})`;
}
