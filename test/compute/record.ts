import { type Answer, jsonOf, type Request } from '../differential/exchange.ts';

/** An exchange as a line for the checker of shared/conformance-compute, whose own recorder writes the same. */
export function recordLine(request: Request, answer: Answer): string {
  const { method, path, headers } = request;
  const version = versionIn(headers);
  const line = {
    method,
    path,
    version,
    ...bodyOf('request', request.body ?? ''),
    status: answer.status,
    ...bodyOf('response', answer.text),
    response_headers: Object.entries(answer.headers).flatMap(([name, value]) =>
      name === 'vary' ? value.split(', ').map((each) => [name, each]) : [[name, value]],
    ),
    request_headers: Object.fromEntries(
      logged.flatMap((name) => (name in headers ? [[name, headers[name]]] : [])),
    ),
  };
  return `${JSON.stringify(line)}\n`;
}

/**
 * Whether the checker can judge it. It does not know which texts are no project in a path, and expects of all callers what those with a
 * role in a project see.
 */
export function isJudged({ path, headers }: Request): boolean {
  const first = /\/v2\.1\/+([^/?]*)\//.exec(path)?.[1] ?? '';
  const isPath = /^([0-9a-f-]*|[a-z-]+)$/.test(first) && first !== 'admin';
  return isPath && !/^[^:]*::|:nobody$/.test(headers['x-auth-token'] ?? '');
}

const logged = ['content-type', 'accept', 'openstack-api-version', 'x-openstack-nova-api-version'];

function versionIn(headers: Request['headers']): string | null {
  for (const item of (headers['openstack-api-version'] ?? '').split(',')) {
    const [service, version, ...more] = item.trim().split(/\s+/);
    if (service?.toLowerCase() === 'compute' && version !== undefined && more.length === 0) return version;
  }
  return headers['x-openstack-nova-api-version'] ?? null;
}

function bodyOf(name: 'request' | 'response', text: string): Record<string, unknown> {
  if (text === '') return { [`${name}_body`]: null };
  const json = jsonOf({ status: 0, headers: {}, text });
  return json === undefined
    ? { [`${name}_body`]: null, [`${name}_raw`]: text.slice(0, 2000) }
    : { [`${name}_body`]: json };
}
