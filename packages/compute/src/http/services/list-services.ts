import type { QueryParams } from '@berth/api-kit/query-params.ts';
import type { ComputeService } from '@berth/compute-engine/hosts/compute-service.ts';
import { aboutNobody, base, type ComputeContext, endpoint, json } from '../endpoint.ts';
import { type QueryParameter, type TakenQuery, takenQuery } from '../taken-query.ts';
import { versions } from '../versions.ts';
import { computeBinary, viewServices } from './service-view.ts';

/** The agents of all hosts. What the original's conductor and scheduler do is done by this very process, which is no host. */
export const listServices = endpoint({
  route: `GET ${base}/os-services`,
  input: (_sent, { query, version }) => takeQuery.at(version)?.(query) as Query,
  policy: 'os_compute_api:os-services:list',
  target: aboutNobody,
  run: (context, _found, { host, binary }) => {
    const services = servicesOf(context, host?.at(-1), binary?.at(-1));
    return json(200, { services: services.map(viewServices(context)) });
  },
});

/** In the order of their numbers. What is asked for by an empty text is not asked for. */
function servicesOf({ app }: ComputeContext, host = '', binary = ''): readonly ComputeService[] {
  const { services } = app.cloud.compute;
  if (binary !== '' && binary !== computeBinary) return [];
  if (host === '') return [...services.values()].sort((one, other) => one.number - other.number);
  const service = services.ofHost(host);
  return service ? [service] : [];
}

const text = { value: { type: 'string' } } as const satisfies QueryParameter;
const filters = { host: text, binary: text };
type Query = TakenQuery<keyof typeof filters>;

const takeQuery = versions.ladder<(query: QueryParams) => Query>(
  ['2.1', takenQuery(filters)],
  ['2.75', takenQuery(filters, { isStrict: true })],
);
