import { badRequest, notFound } from '@berth/api-kit/http-error.ts';
import { noContent } from '@berth/api-kit/endpoint.ts';
import type { ComputeService } from '@berth/compute-engine/hosts/compute-service.ts';
import type { ServiceId } from '@berth/compute-engine/ids.ts';
import { aboutNobody, base, type ComputeContext, endpoint } from '../endpoint.ts';
import { pythonInteger } from '../python-number.ts';
import { versions } from '../versions.ts';
import { checkServiceUuid, idIn } from './service-in.ts';

/** A host that is there no more. Its nodes go with it, and what Placement has of them. */
export const deleteService = endpoint({
  route: `DELETE ${base}/os-services/{id}`,
  policy: 'os_compute_api:os-services:delete',
  target: aboutNobody,
  run: async (context) => {
    const service = serviceNamed.at(context.version)?.(context);
    if (!service) throw notFound(`Service ${idIn(context)} not found.`);
    const { app, now } = context;
    const { id } = service;
    // What servers hold of it that were evacuated would keep it there.
    await app.commit({ kind: 'forget-leftovers', id, now }, () => undefined);
    return await app.commit({ kind: 'remove-service', id }, () => noContent);
  },
});

type FindService = (context: ComputeContext) => ComputeService | undefined;

const serviceNamed = versions.ladder<FindService>(['2.1', byNumber], ['2.53', byUuid]);

function byNumber(context: ComputeContext): ComputeService | undefined {
  const number = pythonInteger(idIn(context));
  if (number === null) throw badRequest('Invalid input received: id must be an integer');
  return [...context.app.cloud.compute.services.values()].find((each) => BigInt(each.number) === number);
}

function byUuid(context: ComputeContext): ComputeService | undefined {
  checkServiceUuid(context);
  return context.app.cloud.compute.services.get(idIn(context) as ServiceId);
}
