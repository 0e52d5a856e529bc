import {
  type CandidateRequest,
  type Conditions,
  noConditions,
  type RequestGroup,
} from '../candidates/request.ts';
import type { ClassName, TraitName } from '../ids.ts';
import { aggregateId, className, id, traitName } from './names.ts';

/**
 * A request in the words of the API's query, with the names of given worlds for ids, and without the API's care for
 * versions and mistakes: `resources=VCPU:1&resources_X=DISK_GB:5&member_of_X=!in:A,B&group_policy=isolate`.
 * `nested=false` makes it that of a client older than 1.29.
 */
export function parseQuery(query: string): CandidateRequest {
  const groups = new Map<string, RequestGroup>();
  let groupPolicy: CandidateRequest['groupPolicy'] = 'none';
  let root = noConditions;
  const sameSubtrees: string[][] = [];
  let allowsNested = true;
  for (const parameter of query.split('&')) {
    const [name = '', value = ''] = parameter.split('=');
    const [, what, suffix = ''] = groupParameter.exec(name) ?? [];
    if (what !== undefined) {
      const group = groups.get(suffix) ?? { suffix, resources: new Map(), conditions: noConditions };
      groups.set(suffix, withParameter(group, what, value));
    } else if (name === 'group_policy' && (value === 'none' || value === 'isolate')) groupPolicy = value;
    else if (name === 'root_required') root = withTraits(root, value);
    else if (name === 'same_subtree') sameSubtrees.push(value.split(','));
    else if (parameter === 'nested=false') allowsNested = false;
    else throw new Error(`This is no parameter of a query: ${parameter}`);
  }
  return {
    groups: [...groups.values()],
    groupPolicy,
    rootRequiredTraits: root.requiredTraits.flat(),
    rootForbiddenTraits: root.forbiddenTraits,
    sameSubtrees,
    allowsNested,
  };
}

const groupParameter = /^(resources|required|member_of|in_tree)(_\w+|\d+)?$/;

function withParameter(group: RequestGroup, what: string, value: string): RequestGroup {
  const { conditions } = group;
  if (what === 'resources') return { ...group, resources: parseResources(value) };
  if (what === 'required') return { ...group, conditions: withTraits(conditions, value) };
  if (what === 'member_of') return { ...group, conditions: withAggregates(conditions, value) };
  return { ...group, conditions: { ...conditions, inTree: id(value) } };
}

/** `VCPU:1,DISK_GB:5` */
export function parseResources(text: string): Map<ClassName, number> {
  return new Map(
    text.split(',').map((part) => {
      const [name = '', amount] = part.split(':');
      return [className(name), Number(amount)];
    }),
  );
}

/** `A,!B` is A and not B; `in:A,B` is one of them. */
export function withTraits(conditions: Conditions, value: string): Conditions {
  if (value.startsWith('in:')) {
    const anyOf = value.slice(3).split(',').map(traitName);
    return { ...conditions, requiredTraits: [...conditions.requiredTraits, anyOf] };
  }
  const required: TraitName[][] = [];
  const forbidden: TraitName[] = [];
  for (const word of value.split(',')) {
    if (word.startsWith('!')) forbidden.push(traitName(word.slice(1)));
    else required.push([traitName(word)]);
  }
  return {
    ...conditions,
    requiredTraits: [...conditions.requiredTraits, ...required],
    forbiddenTraits: [...conditions.forbiddenTraits, ...forbidden],
  };
}

/** `A` or `in:A,B`; with `!` before it, none of them. */
export function withAggregates(conditions: Conditions, value: string): Conditions {
  const [, mark, list = ''] = /^(!?)(?:in:)?(.*)$/.exec(value) ?? [];
  const aggregates = list.split(',').map(aggregateId);
  return mark === '!'
    ? { ...conditions, forbiddenAggregates: [...conditions.forbiddenAggregates, ...aggregates] }
    : { ...conditions, memberOf: [...conditions.memberOf, aggregates] };
}
