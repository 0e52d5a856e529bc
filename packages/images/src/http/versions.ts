import type { Answer } from '@berth/api-kit/endpoint.ts';
import { endpoint, type ImagesContext, json } from './endpoint.ts';

/**
 * What minor versions are told, newest first: all up to the last one before stores and imports could be named. No client seen asks for one
 * of them; they look for the major one.
 */
const minors = ['v2.9', 'v2.8', 'v2.7', 'v2.6', 'v2.5', 'v2.4', 'v2.3', 'v2.2', 'v2.1', 'v2.0'];

/** As paths are written: these are open to everybody. */
export function isOpenPath(path: string): boolean {
  return path === '/' || path === '' || path === '/versions' || path === '/versions/';
}

export const listVersions = [
  endpoint({ route: 'GET /', policy: null, run: (context) => versionsAnswer(300, context) }),
  endpoint({ route: 'GET /versions', policy: null, run: (context) => versionsAnswer(200, context) }),
];

function versionsAnswer(status: number, { origin, prefix }: ImagesContext): Answer {
  const links = [{ rel: 'self', href: `${origin}${prefix}/v2/` }];
  const versions = minors.map((id, index) => ({ id, status: index === 0 ? 'CURRENT' : 'SUPPORTED', links }));
  return json(status, { versions });
}
