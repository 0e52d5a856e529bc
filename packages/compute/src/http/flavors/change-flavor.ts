import { aboutNobody, accepted, base, endpoint, json } from '../endpoint.ts';
import { updateFlavorBody } from './bodies.ts';
import { findFlavor, flavorIdIn } from './find-flavor.ts';
import { flavorIn } from './flavor-in.ts';
import { shownFlavor } from './flavor-view.ts';

export const showFlavor = endpoint({
  route: `GET ${base}/flavors/{flavor_id}`,
  find: findFlavor,
  policy: null,
  run: (context, flavor) => json(200, { flavor: shownFlavor(context, flavor) }),
});

export const updateFlavor = endpoint({
  route: `PUT ${base}/flavors/{flavor_id}`,
  since: '2.55',
  input: updateFlavorBody,
  policy: 'os_compute_api:os-flavor-manage:update',
  target: aboutNobody,
  run: (context, _found, { flavor: { description } }) => {
    const { id } = findFlavor(context);
    return context.app.commit({ kind: 'describe-flavor', id, description, now: context.now }, ({ compute }) =>
      json(200, { flavor: shownFlavor(context, flavorIn(compute, id)) }),
    );
  },
});

export const deleteFlavor = endpoint({
  route: `DELETE ${base}/flavors/{flavor_id}`,
  policy: 'os_compute_api:os-flavor-manage:delete',
  target: aboutNobody,
  run: (context) => context.app.commit({ kind: 'delete-flavor', id: flavorIdIn(context) }, () => accepted),
});
