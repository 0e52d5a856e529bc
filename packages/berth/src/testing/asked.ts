import { send } from '@berth/compute/testing/nova-manner/play.ts';

/** One request over a connection of its own. */
export async function asked(url: string, request: string, headers: Record<string, string>, body?: object) {
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  const answer = await send(url, request, { ...headers, ...json }, body && JSON.stringify(body));
  return { ...answer, json: jsonOf(answer.body) };
}

/** Undefined where there is none, as where nothing is answered. */
function jsonOf(body: string): unknown {
  return body === '' ? undefined : JSON.parse(body);
}
