/**
 * The original adds up wrongly where the unsuffixed group and a suffixed one take the same class from the
 * same provider, unless group_policy is `none`: it adds to the amount of a group's own record, which
 * the next combination then begins with. The amounts grow from candidate to candidate, and some candidates are lost
 * for lack of capacity; which ones depends on the order of a Python set.
 * With group_policy=none it works on copies, so what it should say can be had from it all the same.
 */
import type { Difference } from './body-differences.ts';
import { candidatesAmong, candidatesIn } from './candidates-among.ts';
import type { Answer, Request } from './exchange.ts';
import { isLimited, pathWithout, withoutLimit } from './limited.ts';

/** Whether the original's amounts are unreliable for this request. */
export function mayInflate(request: Request): boolean {
  if (!request.path.startsWith('/allocation_candidates?')) return false;
  const groups = groupsOf(request);
  const unsuffixed = groups.get('') ?? [];
  const suffixed = [...groups].filter(([suffix]) => suffix !== '').flatMap(([, classes]) => classes);
  return policyOf(request) !== 'none' && unsuffixed.some((name) => suffixed.includes(name));
}

/** Asks for the same without isolation and limit; null where that would not show what to leave out again. */
export function uninflated(request: Request): Request | null {
  const minor = minorOf(request);
  const isIsolated = policyOf(request) === 'isolate' && groupsOf(request).size > 2;
  // Mappings, which tell isolated candidates from others, came with 1.34; trees are searched since 1.29.
  if (minor === null || (minor < 29 && isIsolated)) return null;
  const path = pathWithout('group_policy', withoutLimit(request).path);
  const version = `placement 1.${minor < 29 ? minor : Math.max(34, minor)}`;
  return {
    ...request,
    path: `${path}&group_policy=none`,
    headers: { ...request.headers, 'openstack-api-version': version },
  };
}

/** What the original should have said, given its answer to `uninflated`: in the form of the request's version. */
export function intended(request: Request, reference: Answer): Answer {
  const isIsolated = policyOf(request) === 'isolate';
  const hasMappings = (minorOf(request) ?? 0) >= 34;
  const all = candidatesIn(reference);
  const kept = all.allocation_requests.filter(({ mappings }) => !isIsolated || isApart(mappings ?? {}));
  const candidates = hasMappings ? kept : kept.map(({ allocations }) => ({ allocations }));
  return { ...reference, text: JSON.stringify({ ...all, allocation_requests: candidates }) };
}

/** Compares an answer with what is intended. */
export function compareIntended(request: Request, right: Answer, b: Answer): Difference[] {
  const all = candidatesIn(right);
  const limit = isLimited(request)
    ? Number(/[?&]limit=(\d+)/.exec(request.path)?.[1])
    : Number.POSITIVE_INFINITY;
  return candidatesAmong(all, Math.min(limit, all.allocation_requests.length), candidatesIn(b));
}

/** Whether every suffixed group has a provider of its own. */
function isApart(mappings: Readonly<Record<string, readonly string[]>>): boolean {
  const used = Object.entries(mappings).flatMap(([suffix, providers]) => (suffix === '' ? [] : providers));
  return new Set(used).size === used.length;
}

/** The classes each group asks for, by suffix. */
function groupsOf(request: Request): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const [key, value] of parametersOf(request)) {
    if (!key.startsWith('resources')) continue;
    groups.set(
      key.slice('resources'.length),
      value.split(',').map((part) => part.split(':')[0] ?? ''),
    );
  }
  return groups;
}

const policyOf = (request: Request): string | null => parametersOf(request).get('group_policy');

const parametersOf = (request: Request): URLSearchParams => new URL(request.path, 'http://host').searchParams;

function minorOf(request: Request): number | null {
  const minor = /^placement 1\.(\d+)$/.exec(request.headers['openstack-api-version'] ?? '')?.[1];
  return minor === undefined ? null : Number(minor);
}
