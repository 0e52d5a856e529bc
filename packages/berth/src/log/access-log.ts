import { cutText } from '@berth/api-kit/cut-text.ts';
import type { ApiRequest } from '@berth/api-kit/request.ts';
import type { ApiResponse } from '@berth/api-kit/response.ts';
import { whenSent } from '@berth/api-kit/server/when-sent.ts';
import type { Handle } from '@berth/api-kit/service.ts';
import { globalRequestId } from '@berth/api-kit/global-request-id.ts';
import type { Log } from './log.ts';

/** One line for each request, when it has been answered to the end. Headers and bodies are nobody's business. */
export function withAccessLog(
  handle: Handle,
  log: Pick<Log, 'info' | 'isLevelEnabled'>,
  isOn: () => boolean = () => true,
): Handle {
  return (request) => {
    // The level and the switch can change while it serves.
    if (!log.isLevelEnabled('info') || !isOn()) return handle(request);
    const startedAt = performance.now();
    return whenSent(handle(request), (response, { bytes, isWhole }) => {
      log.info(
        {
          requestId: response.headers['x-openstack-request-id'],
          globalRequestId: globalRequestId(request.headers),
          remote: request.remoteAddress,
          user: response.caller?.userId ?? undefined,
          project: response.caller?.projectId ?? undefined,
          method: request.method,
          target: withoutSecrets(cutText(request.target, targetMax)),
          status: response.status,
          bytes,
          isBrokenOff: isWhole || request.method === 'HEAD' ? undefined : true,
          ms: Math.round((performance.now() - startedAt) * 1_000) / 1_000,
          version: versionOf(request, response),
        },
        'request',
      );
    });
  };
}

/** Longer than all but the longest searches; a client could have one of 60,000 characters logged thousands of times a second. */
const targetMax = 2_000;

/** No parameter of this API is a secret, but what clients write by mistake may be. */
export function withoutSecrets(target: string): string {
  const queryAt = target.indexOf('?');
  if (queryAt === -1 || !secretName.test(target)) return target;
  const query = target
    .slice(queryAt + 1)
    .split('&')
    .map((parameter) => {
      const valueAt = parameter.indexOf('=');
      const isSecret = valueAt !== -1 && secretName.test(parameter.slice(0, valueAt));
      return isSecret ? `${parameter.slice(0, valueAt)}=***` : parameter;
    });
  return `${target.slice(0, queryAt)}?${query.join('&')}`;
}

const secretName = /token|passw|secret|auth|credential|signature|key/i;

/** '1.23': that of the answer, or what was asked for when it was answered without one. */
function versionOf(request: ApiRequest, response: ApiResponse): string | undefined {
  const header = response.headers['openstack-api-version'] ?? request.headers['openstack-api-version'];
  return header === undefined ? undefined : cutText(header.slice(header.lastIndexOf(' ') + 1), 20);
}
