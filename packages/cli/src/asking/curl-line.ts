import { serviceHeaders } from '@berth/client/service-headers.ts';
import type { ServiceRequest } from '@berth/client/transport.ts';

/** A request as a line for a shell, to be sent again. The token is a variable, and passwords are left out. */
export function curlLine(service: string, url: string, request: ServiceRequest): string {
  const headers = serviceHeaders({ service }, request, '$OS_TOKEN');
  const words = [
    'curl -gis',
    ...(request.method === 'GET' ? [] : [`-X ${request.method}`]),
    `'${escaped(`${url.replace(/\/+$/, '')}${request.path}`)}'`,
    // The variable is to be replaced, and nothing else.
    ...Object.entries(headers).map(([name, value]) =>
      name === 'x-auth-token' ? `-H "${name}: ${value}"` : `-H '${escaped(`${name}: ${value}`)}'`,
    ),
    ...(request.body === undefined ? [] : [`-d '${escaped(JSON.stringify(withoutSecrets(request.body)))}'`]),
  ];
  return words.join(' ');
}

function escaped(text: string): string {
  return text.replaceAll("'", `'\\''`);
}

const secretNames = /^(admin_?pass|password|.*secret|token|user_data)$/i;

function withoutSecrets(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(withoutSecrets);
  if (typeof body !== 'object' || body === null) return body;
  // It knows itself how it is written.
  if ('toJSON' in body) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      secretNames.test(name) ? '***' : withoutSecrets(value),
    ]),
  );
}
