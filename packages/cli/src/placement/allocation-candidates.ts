import { type Service, textAt, type Thing, thingAt, thingsAt } from '../asking/service.ts';
import { type Column, type GivenOption, listCommand } from '../command/client-command.ts';
import { choice, texts, whole } from '../command/option.ts';
import { UsageError } from '../command/usage-error.ts';
import { pythonText } from '../output/python-text.ts';
import type { Value } from '../output/value.ts';
import { aggregatesWords, requiredWords, resourcesWord } from './filter-words.ts';
import { providerId } from './find-provider.ts';

interface Row {
  readonly number: number;
  readonly allocation: string;
  readonly provider: string;
  readonly stock: string;
  readonly traits: string;
}

const columns: readonly Column<Row>[] = [
  { title: '#', get: ({ number }) => number },
  { title: 'allocation', get: ({ allocation }) => allocation },
  { title: 'resource provider', get: ({ provider }) => provider },
  { title: 'inventory used/capacity', get: ({ stock }) => stock },
  { title: 'traits', since: '1.17', get: ({ traits }) => traits },
];

/** Those that say what is wanted, in groups: they count for the group that was named last. */
export const candidateOptions = {
  resource: texts('<resource_class>=<value>', 'So much of a class.'),
  required: texts('<trait>', 'With this trait; from 1.39 T1,T2 is one of them.', { since: '1.17' }),
  forbidden: texts('<trait>', 'Without this trait.', { since: '1.22' }),
  memberOf: texts('<aggregate>[,<aggregate>]', 'In one of these aggregates.', {
    since: '1.21',
    aliases: ['--aggregate-uuid'],
  }),
  notMemberOf: texts('<aggregate>[,<aggregate>]', 'In none of these aggregates.', { since: '1.32' }),
  inTree: texts('<provider>', 'In the tree that this provider is in.', { since: '1.31' }),
  group: texts(
    '<group>',
    'What follows is wanted from one provider; a number, or from 1.33 on a word such as _NET.',
    { since: '1.25' },
  ),
  groupPolicy: choice(['none', 'isolate'], 'Whether groups must have different providers (none).', {
    since: '1.25',
  }),
  sameSubtree: texts('<group>,<group>', 'These groups below one provider, or at it.', { since: '1.36' }),
  rootRequired: texts('<trait>', 'With this trait at the root of the tree.', { since: '1.35' }),
  rootForbidden: texts('<trait>', 'Without this trait at the root of the tree.', { since: '1.35' }),
  limit: whole('<limit>', 'So many at most.', { since: '1.16' }),
};

export const candidateList = listCommand('placement', {
  description: `One row for each provider of a candidate. What follows --group belongs to that group.`,
  since: '1.10',
  options: candidateOptions,
  columns,
  list: async ({ service, given }) =>
    rowsOf(await service.get('/allocation_candidates', await candidateQuery(service, given))),
});

const inGroups = ['resource', 'required', 'forbidden', 'memberOf', 'notMemberOf', 'inTree'] as const;
type Grouped = (typeof inGroups)[number];

/** The query that the options say, which is that of explanations, too. */
export async function candidateQuery(
  service: Service,
  given: readonly GivenOption[],
): Promise<Record<string, string | readonly string[] | undefined>> {
  const groups = groupsIn(given);
  const last = (name: string) => given.findLast((each) => each.name === name)?.text;
  const all = (name: string) => given.filter((each) => each.name === name).map((each) => each.text);
  if (![...groups.values()].some(({ resource }) => resource.length > 0))
    throw new UsageError('needed: --resource, once at least');
  const query: Record<string, string | readonly string[] | undefined> = {};
  for (const [suffix, group] of groups) {
    query[`resources${suffix}`] = resourcesWord(group.resource);
    query[`required${suffix}`] = requiredWords(group.required, group.forbidden);
    query[`member_of${suffix}`] = aggregatesWords(group.memberOf, group.notMemberOf);
    const tree = group.inTree.at(-1);
    if (tree !== undefined) query[`in_tree${suffix}`] = await providerId(service, tree);
  }
  const isGrouped = [...groups.keys()].some((suffix) => suffix !== '');
  query['group_policy'] = last('groupPolicy') ?? (isGrouped ? 'none' : undefined);
  query['same_subtree'] = all('sameSubtree');
  const root = requiredWords(all('rootRequired'), all('rootForbidden'));
  query['root_required'] = root.length === 0 ? undefined : root;
  query['limit'] = last('limit');
  return query;
}

function groupsIn(given: readonly GivenOption[]): ReadonlyMap<string, Record<Grouped, string[]>> {
  const groups = new Map<string, Record<Grouped, string[]>>();
  let suffix = '';
  for (const { name, text } of given) {
    if (name === 'group') suffix = text;
    const key = inGroups.find((each) => each === name);
    if (key === undefined && name !== 'group') continue;
    const group = groups.get(suffix) ?? {
      resource: [],
      required: [],
      forbidden: [],
      memberOf: [],
      notMemberOf: [],
      inTree: [],
    };
    groups.set(suffix, group);
    if (key !== undefined) group[key].push(text);
  }
  return groups;
}

function rowsOf(answer: Thing): readonly Row[] {
  const summaries = thingAt(answer, 'provider_summaries');
  return thingsAt(answer, 'allocation_requests').flatMap((request, index) =>
    allocationsOf(request).map(([provider, resources]) => {
      const summary = thingAt(summaries, provider);
      const stock = Object.entries(thingAt(summary, 'resources')).map(([name, each]) => {
        const { used = null, capacity = null } = each as Thing;
        return `${name}=${pythonText(used)}/${pythonText(capacity)}`;
      });
      const traits = summary['traits'];
      return {
        number: index + 1,
        allocation: Object.entries(resources)
          .map(([name, amount]) => `${name}=${pythonText(amount)}`)
          .join(','),
        provider,
        stock: stock.join(','),
        traits: Array.isArray(traits) ? traits.join(',') : '',
      };
    }),
  );
}

/** A list before 1.12, and by provider from then on. */
function allocationsOf(
  request: Thing,
): readonly (readonly [provider: string, resources: Readonly<Record<string, Value>>])[] {
  const { allocations } = request;
  if (Array.isArray(allocations)) {
    return thingsAt(request, 'allocations').map((each) => [
      textAt(thingAt(each, 'resource_provider'), 'uuid'),
      thingAt(each, 'resources'),
    ]);
  }
  return Object.entries(thingAt(request, 'allocations')).map(([provider, each]) => [
    provider,
    thingAt(each as Thing, 'resources'),
  ]);
}
