import type { FlavorId } from '@berth/compute-engine/ids.ts';
import { endpoint, base, json } from '../endpoint.ts';
import { booleanOf } from '../fragments.ts';
import { type CreateFlavorBody, createFlavorBody } from './bodies.ts';
import { flavorIn } from './flavor-in.ts';
import { shownFlavor } from './flavor-view.ts';

export const createFlavor = endpoint({
  route: `POST ${base}/flavors`,
  input: (sent, { version }) => createFlavorBody.at(version)?.(sent) as CreateFlavorBody,
  policy: 'os_compute_api:os-flavor-manage:create',
  run: (context, _found, { flavor }) => {
    const { app, now } = context;
    const id = (flavor.id === undefined || flavor.id === null ? app.newId() : String(flavor.id)) as FlavorId;
    const isPublic = flavor['os-flavor-access:is_public'] ?? true;
    const made = {
      id,
      name: flavor.name,
      vcpus: Number(flavor.vcpus),
      memoryMb: Number(flavor.ram),
      rootGb: Number(flavor.disk),
      ephemeralGb: Number(flavor['OS-FLV-EXT-DATA:ephemeral'] ?? 0),
      swapMb: Number(flavor.swap ?? 0),
      rxtxFactor: Number(flavor.rxtx_factor ?? 1),
      isPublic: booleanOf(isPublic),
      description: flavor.description ?? null,
    };
    // Whoever makes one that is not public may use it themselves.
    return app.commit({ kind: 'create-flavor', flavor: made, now }, ({ compute }) =>
      json(200, { flavor: shownFlavor(context, flavorIn(compute, id)) }),
    );
  },
});
