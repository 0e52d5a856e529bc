import { badRequest } from '@berth/api-kit/http-error.ts';
import { pythonInteger } from '@berth/api-kit/python-integer.ts';
import type { QueryParams } from '@berth/api-kit/query-params.ts';
import { memberStatuses, type MemberStatus, visibilities, type Visibility } from '../../domain/image.ts';
import { type Condition, conditionOf } from './list-conditions.ts';
import { type SortKey, sortKeys, type SortStep } from './sorted-images.ts';

/** Which images are asked for, and in which order. */
export interface ListQuery {
  readonly conditions: readonly Condition[];
  readonly visibility: Visibility | 'all' | null;
  readonly memberStatus: MemberStatus | 'all';
  readonly order: readonly SortStep[];
  readonly limit: number;
  readonly marker: string | null;
}

const usualPage = 25;
const longestPage = 1_000;
const conditionsMax = 100;

/** Parameters with a meaning of their own; all others are conditions. */
const own: ReadonlySet<string> = new Set([
  'limit',
  'marker',
  'member_status',
  'tag',
  'visibility',
  'sort',
  'sort_key',
  'sort_dir',
  'os_hidden',
  'protected',
]);

export function takeListQuery(query: QueryParams): ListQuery {
  const visibility = visibilityIn(query);
  if (query.last('changes-since'))
    throw badRequest('The "changes-since" filter is no longer available on v2.');
  const memberStatus = memberStatusIn(query);
  const limit = limitIn(query);
  const order = orderIn(query);
  const filters = Object.entries(query.toRecord()).filter(([name]) => !own.has(name));
  const tags = query.all('tag').map((tag) => tag.trim());
  if (filters.length + tags.length > conditionsMax)
    throw badRequest(`A list may be asked for with ${conditionsMax} conditions.`);
  const isHidden = hiddenIn(query);
  const isProtected = protectedIn(query);
  const conditions: Condition[] = [
    (image) => image.isHidden === isHidden && (isProtected === null || image.isProtected === isProtected),
    ...tags.map(
      (tag): Condition =>
        ({ tags }) =>
          tags.includes(tag),
    ),
    ...filters.map(([name, value]) => conditionOf(name, value)),
  ];
  return { conditions, visibility, memberStatus, order, limit, marker: query.all('marker')[0] ?? null };
}

function visibilityIn(query: QueryParams): Visibility | 'all' | null {
  const value = query.last('visibility');
  if (value === undefined || value === '') return null;
  const known = [...visibilities, 'all' as const].find((each) => each === value);
  if (known === undefined) throw badRequest(`Invalid visibility value: ${value}`);
  return known;
}

function memberStatusIn(query: QueryParams): MemberStatus | 'all' {
  const [value = 'accepted'] = query.all('member_status');
  const known = [...memberStatuses, 'all' as const].find((each) => each === value);
  if (known === undefined) throw badRequest(`Invalid status: ${value}`);
  return known;
}

function limitIn(query: QueryParams): number {
  const [value] = query.all('limit');
  if (value === undefined) return usualPage;
  const limit = pythonInteger(value);
  if (limit === null) throw badRequest('limit param must be an integer');
  if (limit < 0) throw badRequest('limit param must be positive');
  return Math.min(limit, longestPage);
}

/** They are shown to who asks for them. */
function hiddenIn(query: QueryParams): boolean {
  const value = (query.last('os_hidden') ?? 'false').toLowerCase();
  if (value === 'true' || value === 'false') return value === 'true';
  throw badRequest(`Invalid value '${value}' for 'os_hidden' filter. Valid values are 'true' or 'false'.`);
}

/** Null: whether they are or not. */
function protectedIn(query: QueryParams): boolean | null {
  const value = query.last('protected');
  if (value === undefined) return null;
  if (value === 'true' || value === 'false') return value === 'true';
  throw badRequest(`Invalid value '${value}' for 'protected' filter. Valid values are 'true' or 'false'.`);
}

/** In one of two ways to say it, and never in both. What is equal is in the order in which it was made. */
function orderIn(query: QueryParams): readonly SortStep[] {
  const [sort] = query.all('sort');
  if (sort !== undefined && (query.has('sort_key') || query.has('sort_dir')))
    throw badRequest('Old and new sorting syntax cannot be combined');
  const { keys, directions } = sort === undefined ? olderOrder(query) : newerOrder(sort);
  const [first = 'desc'] = directions;
  const usual = directions.length === 1 ? first : 'desc';
  const steps = keys.map((key, index) => ({ key, isDescending: (directions[index] ?? first) === 'desc' }));
  for (const key of ['created_at', 'id'] as const)
    if (!keys.includes(key)) steps.push({ key, isDescending: usual === 'desc' });
  return steps;
}

interface Order {
  readonly keys: readonly SortKey[];
  readonly directions: readonly ('asc' | 'desc')[];
}

function newerOrder(sort: string): Order {
  const steps = sort
    .trim()
    .split(',')
    .map((step) => {
      const colon = step.indexOf(':');
      const direction = colon < 0 ? '' : step.slice(colon + 1);
      const key = sortKey((colon < 0 ? step : step.slice(0, colon)).trim());
      return { key, direction: direction === '' ? ('desc' as const) : sortDirection(direction.trim()) };
    });
  if (steps.length > conditionsMax) throw badRequest(`A list may be sorted by ${conditionsMax} keys.`);
  return { keys: steps.map(({ key }) => key), directions: steps.map(({ direction }) => direction) };
}

function olderOrder(query: QueryParams): Order {
  const keys = query.all('sort_key').map((key) => sortKey(key.trim()));
  const directions = query.all('sort_dir').map((direction) => sortDirection(direction.trim()));
  if (directions.length > 1 && directions.length !== keys.length)
    throw badRequest('Number of sort dirs does not match the number of sort keys');
  if (keys.length > conditionsMax) throw badRequest(`A list may be sorted by ${conditionsMax} keys.`);
  return {
    keys: keys.length === 0 ? ['created_at'] : keys,
    directions: directions.length === 0 ? ['desc'] : directions,
  };
}

function sortKey(text: string): SortKey {
  const known = sortKeys.find((each) => each === text);
  if (known !== undefined) return known;
  throw badRequest(`Invalid sort key: ${text}. It must be one of the following: ${sortKeys.join(', ')}.`);
}

function sortDirection(text: string): 'asc' | 'desc' {
  if (text === 'asc' || text === 'desc') return text;
  throw badRequest(`Invalid sort direction: ${text}`);
}
