import { badRequest, HttpError } from '@berth/api-kit/http-error.ts';
import { isOfferedTo } from '@berth/compute-engine/flavors/flavor.ts';
import type { FlavorId } from '@berth/compute-engine/ids.ts';
import type { ServerQuery } from '@berth/compute-engine/servers/find-servers.ts';
import type { Server } from '@berth/compute-engine/servers/server.ts';
import type { ConsumerId } from '@berth/engine/ids.ts';
import { booleanOfWord, strictBooleanOf } from '../boolean-of-word.ts';
import { changeWindow, withWholeSeconds } from '../change-window.ts';
import { checkRule } from '../check-rule.ts';
import type { ComputeContext } from '../endpoint.ts';
import { isAdmin } from '../is-admin.ts';
import { versions } from '../versions.ts';
import { type FiltersInForce, filtersInForce } from './allowed-filters.ts';
import { joinedNames, type ServerParameter, type ServersQuery } from './server-query.ts';
import { type StatesOfStatuses, statesOf } from './server-status.ts';
import { addressCondition, isTextFilter, textCondition } from './text-filters.ts';

type Filters = FiltersInForce;
type Condition = (server: Server) => boolean;
export type ServerFilters = Pick<ServerQuery, 'projectId' | 'are' | 'changed' | 'ids' | 'host' | 'isWanted'>;

/**
 * What a list is asked for, apart from its order and page; null where nothing can be meant. What is wrong with it is told in this order: which
 * of several mistakes wins is seen by clients.
 */
export function serverFilters(
  context: ComputeContext,
  query: ServersQuery,
  allProjectsRule: string,
): ServerFilters | null {
  const filters = filtersInForce(context, query);
  refuseInnerNames(context, filters);
  const states = statesWanted(context, query);
  if (states === 'none') return null;
  const asked = changeWindow(filters.get('changes-since'), filters.get('changes-before'));
  const changed = asked && withWholeSeconds(asked);
  const deletion = deletionWanted(context, filters, states, changed !== null);
  const allProjects = filters.get('all_tenants');
  const wantsAll = allProjects !== undefined && (allProjects === '' || strictBooleanOf(allProjects));
  const locked = filters.get('locked');
  const isLocked = locked === undefined ? null : strictBooleanOf(locked);
  if (wantsAll) checkRule(context, allProjectsRule);

  const { projectId, userId } = ownership(context, filters, wantsAll);
  const conditions: Condition[] = [deletion.isWanted, ...exactConditions(filters, states)];
  if (userId !== undefined) conditions.push((server) => server.userId === userId);
  if (isLocked !== null) conditions.push(({ lock }) => (lock !== null) === isLocked);
  const flavor = filters.get('flavor');
  const number = flavor === undefined ? undefined : flavorNumber(context, flavor);
  if (number !== undefined) conditions.push((server) => server.flavor.number === number);
  conditions.push(...tagConditions(filters));
  for (const [name, value] of named(filters))
    if (isTextFilter(name)) conditions.push(textCondition(name, value));
  const [ip, ip6] = [filters.get('ip'), filters.get('ip6')];
  if (ip !== undefined || ip6 !== undefined) conditions.push(addressCondition(ip, ip6));

  const id = filters.get('uuid');
  const ids = id === undefined ? null : [id as ConsumerId];
  return {
    projectId,
    are: deletion.are,
    changed,
    // Nothing is of a flavor that there is not.
    ids: number === null ? [] : ids,
    host: filters.get('host') ?? null,
    isWanted: (server) => conditions.every((condition) => condition(server)),
  };
}

/** Whoever may use all filters is told which are none. In the order in which they were sent. */
function refuseInnerNames({ query }: ComputeContext, { isForAll }: Filters): void {
  if (!isForAll) return;
  for (const [name] of query.entries) {
    if (name.startsWith('_') || joinedNames.some((each) => each === name)) {
      throw badRequest(`Invalid filter field: ${name}.`);
    }
  }
}

const refusesUnknownStatus = versions.ladder(['2.1', false], ['2.38', true]);

function statesWanted(
  { version }: ComputeContext,
  { status }: ServersQuery,
): StatesOfStatuses | null | 'none' {
  if (status === undefined) return null;
  const states = statesOf(status);
  if (states !== null) return states;
  if (refusesUnknownStatus.at(version)) throw badRequest('Invalid status value');
  return 'none';
}

interface Deletion {
  readonly are: ServerQuery['are'];
  readonly isWanted: Condition;
}

/** Whether deleted servers are asked for. Who asks what has changed is told of them too; those that can come back are with them. */
function deletionWanted(
  context: ComputeContext,
  filters: Filters,
  states: StatesOfStatuses | null,
  asksForChanges: boolean,
): Deletion {
  const word = filters.get('deleted');
  let wanted = word === undefined ? null : booleanOfWord(word) === true;
  if (word === undefined && !asksForChanges) wanted = false;
  if (states?.vmStates.size === 1 && states.vmStates.has('deleted')) {
    if (!isAdmin(context)) throw new HttpError(403, 'Only administrators may list deleted instances');
    wanted = true;
  }
  const softly = filters.get('soft_deleted');
  const isSoftly = ({ vmState }: Server) => vmState === 'soft-delete';
  if (wanted === null) return { are: 'live or deleted', isWanted: () => true };
  if (!wanted) return { are: 'live', isWanted: softly ? () => true : (server) => !isSoftly(server) };
  if (softly === '') return { are: 'deleted', isWanted: () => true };
  return { are: 'live or deleted', isWanted: (server) => server.deletedAt !== null || isSoftly(server) };
}

/** Whose servers: those of the caller's project; or of all, or of the one that is named among all. */
function ownership(
  { caller }: ComputeContext,
  filters: Filters,
  wantsAll: boolean,
): { readonly projectId: string | null; readonly userId: string | undefined } {
  const userId = filters.get('user_id');
  if (wantsAll) {
    // Under two names, of which the one that was sent last counts.
    const projects = [...filters].filter(([name]) => name === 'project_id' || name === 'tenant_id');
    return { projectId: projects.at(-1)?.[1] ?? null, userId };
  }
  // Whoever is in no project has what is theirs by themselves.
  if (caller.projectId === null) return { projectId: null, userId: caller.userId ?? '' };
  return { projectId: caller.projectId, userId };
}

function exactConditions(filters: Filters, states: StatesOfStatuses | null): Condition[] {
  const conditions: Condition[] = [];
  const image = [...filters].findLast(([name]) => name === 'image' || name === 'image_ref')?.[1];
  if (image !== undefined) conditions.push((server) => (server.image?.id ?? '') === image);
  const host = filters.get('host');
  if (host !== undefined) conditions.push(({ place }) => place?.host === host);
  const vmState = filters.get('vm_state');
  if (states !== null) conditions.push((server) => states.vmStates.has(server.vmState));
  else if (vmState !== undefined) conditions.push((server) => server.vmState === vmState);
  const taskState = filters.get('task_state');
  const taskStates = states?.taskStates ?? null;
  if (taskStates !== null)
    conditions.push((server) => server.taskState !== null && taskStates.has(server.taskState));
  else if (taskState !== undefined) conditions.push((server) => server.taskState === taskState);
  return conditions;
}

/** Of a flavor that the caller may use; null where there is none. */
function flavorNumber(context: ComputeContext, id: string): number | null {
  const flavor = context.app.cloud.compute.flavors.get(id as FlavorId);
  if (flavor === undefined) return null;
  return isAdmin(context) || isOfferedTo(flavor, context.caller.projectId) ? flavor.number : null;
}

function tagConditions(filters: Filters): Condition[] {
  const conditions: Condition[] = [];
  const add = (
    name: ServerParameter,
    condition: (wanted: readonly string[], tags: readonly string[]) => boolean,
  ) => {
    const wanted = filters.get(name)?.split(',');
    if (wanted !== undefined) conditions.push(({ tags }) => condition(wanted, tags));
  };
  add('tags', (wanted, tags) => wanted.every((tag) => tags.includes(tag)));
  add('tags-any', (wanted, tags) => wanted.some((tag) => tags.includes(tag)));
  add('not-tags', (wanted, tags) => !wanted.every((tag) => tags.includes(tag)));
  add('not-tags-any', (wanted, tags) => !wanted.some((tag) => tags.includes(tag)));
  return conditions;
}

/** Under the names that things have inside; of two that mean the same, the one that was sent last counts. */
function named(filters: Filters): Map<string, string> {
  const byName = new Map<string, string>();
  for (const [name, value] of filters) byName.set(name === 'name' ? 'display_name' : name, value);
  return byName;
}
