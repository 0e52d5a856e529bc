import { pythonRepr } from '@berth/api-kit/json/python-text.ts';
import type { FlavorId } from '@berth/compute-engine/ids.ts';
import { aboutNobody, base, endpoint, json } from '../endpoint.ts';
import { booleanOf } from '../fragments.ts';
import { type CreateFlavorBody, createFlavorBody } from './bodies.ts';
import { flavorIn } from './flavor-in.ts';
import { shownFlavor } from './flavor-view.ts';

export const createFlavor = endpoint({
  route: `POST ${base}/flavors`,
  input: (sent, { version }) => createFlavorBody.at(version)?.(sent) as CreateFlavorBody,
  policy: 'os_compute_api:os-flavor-manage:create',
  target: aboutNobody,
  run: (context, _found, { flavor }) => {
    const { app, now } = context;
    const id = idOf(flavor.id) ?? (app.newId() as FlavorId);
    const made = {
      id,
      // One line break at the end is no part of it.
      name: flavor.name.trim(),
      vcpus: Number(flavor.vcpus),
      memoryMb: Number(flavor.ram),
      rootGb: Number(flavor.disk),
      ephemeralGb: Number(flavor['OS-FLV-EXT-DATA:ephemeral'] ?? 0),
      swapMb: Number(flavor.swap ?? 0),
      rxtxFactor: Number(flavor.rxtx_factor ?? 1),
      isPublic: booleanOf(flavor['os-flavor-access:is_public'] ?? true),
      description: flavor.description ?? null,
    };
    return app.commit({ kind: 'create-flavor', flavor: made, now }, ({ compute }) =>
      json(200, { flavor: shownFlavor(context, flavorIn(compute, id)) }),
    );
  },
});

/** What its maker calls it, as a text; 0 is as good as nothing. */
function idOf(given: string | number | null | undefined): FlavorId | null {
  if (!given) return null;
  return (typeof given === 'number' ? pythonRepr(given) : given) as FlavorId;
}
