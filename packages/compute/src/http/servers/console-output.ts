import { conflict, notFound, unavailable } from '@berth/api-kit/http-error.ts';
import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import { isHostUp } from '@berth/compute-engine/hosts/is-host-up.ts';
import { endpoint, json } from '../endpoint.ts';
import { toldByHost } from '../told-by-host.ts';
import { actionBody, actionRoute } from './action-endpoint.ts';
import { findServer, targetOf } from './find-server.ts';

const asked: JsonSchema = {
  type: 'object',
  properties: { length: { type: ['integer', 'string', 'null'], pattern: '^-?[0-9]+$', minimum: -1 } },
  additionalProperties: false,
};

/** What a machine has written to its console. Its host is asked; nothing is written down. */
export const getConsoleOutput = endpoint({
  route: actionRoute('os-getConsoleOutput'),
  input: actionBody<'os-getConsoleOutput', { readonly length?: number | string | null }>(
    'os-getConsoleOutput',
    asked,
  ),
  find: findServer,
  policy: 'os_compute_api:os-console-output',
  target: targetOf,
  run: async ({ app }, { id, place }, { 'os-getConsoleOutput': { length = null } }) => {
    if (place === null) throw conflict(`Instance ${id} is not ready`);
    const { host } = place;
    if (!isHostUp(app.cloud.compute, host)) throw unavailable(`Host ${host} is down.`);
    const { questions, patienceMs } = app.line;
    const answer = await questions.ask(host, { kind: 'console-output', serverId: id }, patienceMs);
    const output = toldByHost(host, answer, () => notFound('Guest does not have a console available.'));
    return json(200, { output: printable(lastLines(output, length)) });
  },
});

/** So many from the end; all, where nothing or -1 is asked for. */
function lastLines(output: string, length: number | string | null): string {
  const count = length === null ? -1 : Number(length);
  if (count === -1) return output;
  return count === 0 ? '' : output.split('\n').slice(-count).join('\n');
}

/** As the original shows it: ASCII, without what controls a terminal. */
function printable(output: string): string {
  // oxlint-disable-next-line no-control-regex
  return output.replaceAll(/[\u0000-\u0008\u000B-\u001F]/g, '').replaceAll(/[^\u0000-\u007F]/gu, '\uFFFD');
}
