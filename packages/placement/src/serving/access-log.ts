import type { ApiRequest } from '@berth/api-kit/request.ts';
import type { ApiResponse } from '@berth/api-kit/response.ts';
import { bodyBytes } from '@berth/api-kit/response.ts';
import { whenAnswered } from '@berth/api-kit/server/when-answered.ts';
import type { Handle } from '@berth/api-kit/service.ts';
import type { Log } from './log.ts';

/** One line for each request, when it has been answered. Headers and bodies are nobody's business. */
export function withAccessLog(handle: Handle, log: Pick<Log, 'info' | 'isLevelEnabled'>): Handle {
  return (request) => {
    if (!log.isLevelEnabled('info')) return handle(request);
    const startedAt = performance.now();
    return whenAnswered(handle(request), (response) => {
      log.info(
        {
          requestId: response.headers['x-openstack-request-id'],
          globalRequestId: globalRequestId(request),
          remote: request.remoteAddress,
          method: request.method,
          target: withoutSecrets(request.target),
          status: response.status,
          bytes: bodyBytes(response.body),
          ms: Math.round((performance.now() - startedAt) * 1_000) / 1_000,
          version: versionOf(request, response),
        },
        'request',
      );
      return response;
    });
  };
}

/** The id under which a client follows one operation through several services; one of another form is ignored. */
function globalRequestId(request: ApiRequest): string | undefined {
  const id = request.headers['x-openstack-request-id'];
  return id !== undefined && /^req-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ? id : undefined;
}

/** No parameter of this API is a secret, but what clients write by mistake may be. */
export function withoutSecrets(target: string): string {
  const queryAt = target.indexOf('?');
  if (queryAt === -1) return target;
  const query = target
    .slice(queryAt + 1)
    .split('&')
    .map((parameter) => {
      const valueAt = parameter.indexOf('=');
      const isSecret =
        valueAt !== -1 &&
        /token|passw|secret|auth|credential|signature|key/i.test(parameter.slice(0, valueAt));
      return isSecret ? `${parameter.slice(0, valueAt)}=***` : parameter;
    });
  return `${target.slice(0, queryAt)}?${query.join('&')}`;
}

/** '1.23': that of the answer, or what was asked for when it was answered without one. */
function versionOf(request: ApiRequest, response: ApiResponse): string | undefined {
  const header = response.headers['openstack-api-version'] ?? request.headers['openstack-api-version'];
  return header?.slice(header.lastIndexOf(' ') + 1);
}
