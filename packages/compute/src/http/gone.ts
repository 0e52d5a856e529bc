import { HttpError } from '@berth/api-kit/http-error.ts';
import { base, type ComputeEndpoint } from './endpoint.ts';

/** What Nova once had. It says so to whoever asks, at every version and whatever else is wrong with the request; clients show that to their users. */
export const gone: readonly ComputeEndpoint[] = [
  'GET POST /os-agents',
  'PUT DELETE /os-agents/{id}',
  'POST /os-certificates',
  'GET /os-certificates/root',
  'GET POST /os-cloudpipe',
  'PUT /os-cloudpipe/{id}',
  'GET POST /os-cells',
  'POST /os-cells/sync_instances',
  'GET PUT DELETE /os-cells/{id}',
  'GET /os-cells/{id}/capacities',
  'GET /os-fixed-ips/{id}',
  'GET /os-floating-ip-dns',
  'PUT DELETE /os-floating-ip-dns/{domain}',
  'GET PUT DELETE /os-floating-ip-dns/{domain}/entries/{id}',
  'GET POST /os-floating-ips-bulk',
  'GET PUT /os-floating-ips-bulk/{id}',
  'GET /os-fping',
  'GET /os-fping/{id}',
  'POST /os-networks',
  'POST /os-networks/add',
  'DELETE /os-networks/{id}',
  'GET POST /os-security-group-default-rules',
  'GET DELETE /os-security-group-default-rules/{id}',
  'POST /os-tenant-networks',
  'DELETE /os-tenant-networks/{id}',
  'GET POST /servers/{server_id}/consoles',
  'GET DELETE /servers/{server_id}/consoles/{id}',
  'GET /servers/{server_id}/os-virtual-interfaces',
].flatMap((line) => {
  const [path, ...methods] = line.split(' ').reverse();
  return methods.map((method) => ({
    route: `${method} ${base}${path}`,
    policy: null,
    run: () => {
      throw noLongerAvailable();
    },
  }));
});

export function noLongerAvailable(): HttpError {
  return new HttpError(410, 'This resource is no longer available. No forwarding address is given.');
}
