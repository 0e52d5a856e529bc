import type { Prng } from '@berth/testing/prng.ts';
import type { Request } from '../differential/exchange.ts';
import { type CallerName, callers, drawCaller, projects } from './callers.ts';
import type { Draft, Parameter } from './draft.ts';
import { drawVersion, newestCompared } from './versions.ts';

/** Makes a request of a draft: with a caller, a version, and a path with or without a project. Ids in it are still names. */
export function dress(prng: Prng, draft: Draft, seams: readonly string[]): Request {
  const caller = callers[(draft.caller as CallerName | undefined) ?? drawCaller(prng)];
  const version = draft.version ?? drawVersion(prng, seams);
  const headers: Record<string, string> = { accept: 'application/json' };
  if (caller.token !== null) headers['x-auth-token'] = caller.token;
  if (version !== null) {
    const isLegacy = prng.chance(0.1);
    headers[isLegacy ? 'x-openstack-nova-api-version' : 'openstack-api-version'] = isLegacy
      ? version
      : `compute ${version}`;
  }
  const { method, query } = draft;
  const place = draft.path.startsWith(ownPaths) ? '' : `/v2.1${projectIn(prng, caller.project)}`;
  const path = `${place}${draft.path}${encodeQuery(query ?? [])}`;
  if (draft.body === undefined) return { method, path, headers };
  headers['content-type'] = 'application/json';
  return { method, path, headers, body: JSON.stringify(draft.body) };
}

/** What is not the original's, and is not below compute. */
export const ownPaths = '/berth/v1/';

/** A request as every client would make it: of the administrator and at the newest version, unless the draft says it. */
export function plain({ method, path, query, body, caller = 'admin', version }: Draft): Request {
  const { token } = callers[caller as CallerName]; // Drafts name no others.
  const headers = {
    accept: 'application/json',
    'x-auth-token': token ?? '',
    'openstack-api-version': `compute ${version ?? `2.${newestCompared}`}`,
  };
  const target = `/v2.1${path}${encodeQuery(query ?? [])}`;
  if (body === undefined) return { method, path: target, headers };
  const type = { 'content-type': 'application/json' };
  return { method, path: target, headers: { ...headers, ...type }, body: JSON.stringify(body) };
}

/** What a path begins with, behind the version: the caller's project, seldom another, mostly none. */
function projectIn(prng: Prng, own: string | null): string {
  if (prng.chance(0.8)) return '';
  if (own !== null && own !== 'admin' && prng.chance(0.8)) return `/${own}`;
  return `/${prng.pick([...Object.values(projects), 'admin', 'a-a', 'AA', ''])}`;
}

export function encodeQuery(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return '';
  // Names of ids are filled in later, so their braces stay.
  const encode = (text: string): string =>
    encodeURIComponent(text).replaceAll(/%7B([a-z_]+-\d+)%7D/g, '{$1}');
  return `?${parameters.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')}`;
}
