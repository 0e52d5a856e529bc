import { notFound } from '@berth/api-kit/http-error.ts';
import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import type { Flavor } from '@berth/compute-engine/flavors/flavor.ts';
import { checkProject } from '../check-project.ts';
import { aboutNobody, base, endpoint, json } from '../endpoint.ts';
import { takenBody } from '../taken-body.ts';
import { versions } from '../versions.ts';
import { findFlavor } from './find-flavor.ts';
import { flavorIn } from './flavor-in.ts';

/** Who may use a flavor that is not public. */
export const listFlavorAccess = endpoint({
  route: `GET ${base}/flavors/{flavor_id}/os-flavor-access`,
  policy: 'os_compute_api:os-flavor-access',
  run: (context) => {
    const flavor = findFlavor(context);
    if (flavor.isPublic) throw notFound('Access list not available for public flavors.');
    return json(200, shownAccess(flavor));
  },
});

export const addFlavorAccess = endpoint({
  route: `POST ${base}/flavors/{flavor_id}/action addTenantAccess`,
  input: accessBody('addTenantAccess'),
  policy: 'os_compute_api:os-flavor-access:add_tenant_access',
  target: aboutNobody,
  run: async (context, _found, { addTenantAccess: { tenant } }) => {
    await checkProject(context, tenant);
    const { id } = findFlavor(context);
    const mayBePublic = !features.at(context.version).refusesPublicFlavors;
    return await context.app.commit(
      { kind: 'grant-flavor', id, projectId: tenant, mayBePublic },
      ({ compute }) => json(200, shownAccess(flavorIn(compute, id))),
    );
  },
});

/** From a project that is no more, too. */
export const removeFlavorAccess = endpoint({
  route: `POST ${base}/flavors/{flavor_id}/action removeTenantAccess`,
  input: accessBody('removeTenantAccess'),
  policy: 'os_compute_api:os-flavor-access:remove_tenant_access',
  target: aboutNobody,
  run: (context, _found, { removeTenantAccess: { tenant } }) => {
    const { id } = findFlavor(context);
    return context.app.commit({ kind: 'revoke-flavor', id, projectId: tenant }, ({ compute }) =>
      json(200, shownAccess(flavorIn(compute, id))),
    );
  },
});

const features = versions.features({ refusesPublicFlavors: '2.7' });

function shownAccess({ id, projects }: Flavor): object {
  return { flavor_access: projects.map((project) => ({ flavor_id: id, tenant_id: project })) };
}

function accessBody<const Action extends string>(
  action: Action,
): (sent: unknown) => Readonly<Record<Action, { readonly tenant: string }>> {
  const project: JsonSchema = { type: 'string', minLength: 1, maxLength: 255 };
  return takenBody({
    type: 'object',
    properties: {
      [action]: {
        type: 'object',
        properties: { tenant: project },
        required: ['tenant'],
        additionalProperties: false,
      },
    },
    required: [action],
    additionalProperties: false,
  });
}
