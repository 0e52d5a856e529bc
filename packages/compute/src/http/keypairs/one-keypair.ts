import { keypairOf } from '@berth/compute-engine/keypairs/delete-keypair.ts';
import { accepted, base, type ComputeContext, endpoint, json } from '../endpoint.ts';
import { noContent } from '@berth/api-kit/endpoint.ts';
import { versions } from '../versions.ts';
import { shownKeypair } from './keypair-view.ts';
import { type Owner, ownerNamed, targetOf } from './owner.ts';
import { type OwnerQuery, takeOwnerQuery } from './owner-query.ts';

const whose = {
  input: (_sent: unknown, { query, version }: ComputeContext) =>
    takeOwnerQuery.at(version)?.(query) as OwnerQuery,
  find: (context: ComputeContext, query: OwnerQuery) => ownerNamed(query.user_id?.[0], context),
  target: targetOf,
};

export const showKeypair = endpoint({
  route: `GET ${base}/os-keypairs/{keypair_name}`,
  ...whose,
  policy: 'os_compute_api:os-keypairs:show',
  run: (context, { userId }: Owner) => {
    const keypair = keypairOf(context.app.cloud.compute, userId, nameIn(context));
    return json(200, { keypair: shownKeypair(context, keypair) });
  },
});

export const deleteKeypair = endpoint({
  route: `DELETE ${base}/os-keypairs/{keypair_name}`,
  ...whose,
  policy: 'os_compute_api:os-keypairs:delete',
  run: (context, { userId }: Owner) => {
    const command = { kind: 'delete-keypair', userId, name: nameIn(context) } as const;
    return context.app.commit(command, () => deleted.at(context.version) ?? noContent);
  },
});

const deleted = versions.ladder(['2.1', accepted], ['2.2', noContent]);

function nameIn({ params }: ComputeContext): string {
  return params['keypair_name'] as string; // Both paths have it under this name.
}
