import { unreachable } from '@berth/engine/assert.ts';
import type {
  Bound,
  Change,
  ExcludedCount,
  Lack,
  ProviderSupply,
} from '@berth/engine/explain/explanation.ts';
import type { Rule } from '@berth/engine/explain/rule.ts';
import type { Provider } from '@berth/engine/provider.ts';

/** What a rule demands, as a line of the funnel: what holds for those that are left. */
export function ruleWords(rule: Rule): string {
  switch (rule.kind) {
    case 'root-required':
      return `the root has ${rule.trait}`;
    case 'root-forbidden':
      return `the root does not have ${rule.trait}`;
    case 'in-tree':
      return `in the tree of ${rule.provider}`;
    case 'inventory':
      return `has ${rule.resourceClass}`;
    case 'unit':
      return `hands out ${rule.resourceClass} in portions of ${rule.amount}`;
    case 'capacity':
      return `has ${rule.resourceClass}:${rule.amount} left`;
    case 'required':
      return `has ${oneOf(rule.anyOf)}`;
    case 'forbidden':
      return `does not have ${rule.trait}`;
    case 'member-of':
      return `is in ${oneOfAggregates(rule.anyOf)}`;
    case 'forbidden-aggregate':
      return `is not in aggregate ${rule.aggregate}`;
    case 'sums':
      return 'has enough for all groups together';
    case 'isolate':
      return 'has a provider for each group (group_policy=isolate)';
    case 'same-subtree':
      return `has ${rule.suffixes.join(' and ')} in one subtree`;
    case 'one-per-tree':
      return 'has all in one provider (before 1.29)';
    case 'required-together':
      return 'has the required traits among the providers that are taken';
    default:
      return unreachable(rule);
  }
}

/** What is the matter with those that are not left. */
export function lackWords(rule: Rule): string {
  switch (rule.kind) {
    case 'root-required':
      return `the root is without ${rule.trait}`;
    case 'root-forbidden':
      return `the root has ${rule.trait}`;
    case 'in-tree':
      return `outside the tree of ${rule.provider}`;
    case 'inventory':
      return `no ${rule.resourceClass}`;
    case 'unit':
      return `no ${rule.resourceClass} in portions of ${rule.amount}`;
    case 'capacity':
      return `less than ${rule.resourceClass}:${rule.amount} left`;
    case 'required':
      return `without ${oneOf(rule.anyOf)}`;
    case 'forbidden':
      return `with ${rule.trait}`;
    case 'member-of':
      return `outside ${oneOfAggregates(rule.anyOf)}`;
    case 'forbidden-aggregate':
      return `in aggregate ${rule.aggregate}`;
    case 'sums':
      return 'not enough for all groups together';
    case 'isolate':
      return 'not a provider for each group (group_policy=isolate)';
    case 'same-subtree':
      return `${rule.suffixes.join(' and ')} not in one subtree`;
    case 'one-per-tree':
      return 'not all in one provider, which 1.28 and older need';
    case 'required-together':
      return 'the required traits not among the providers that are taken';
    default:
      return unreachable(rule);
  }
}

/** What excluded trees lack, and of how many the root has it: 'without CUSTOM_SSD, which the root of 12 has'. */
export function excludedWords({ rule, trees, treesWithItOnRoot }: ExcludedCount): string {
  if (treesWithItOnRoot === 0) return lackWords(rule);
  const whose = treesWithItOnRoot === trees ? 'the root' : `the root of ${treesWithItOnRoot}`;
  return `${lackWords(rule)}, ${holdsWords(rule, whose)}`;
}

/** What a tree lacks, by how much, and who else of it has it: 'VCPU: 6 free of 64, 8 asked; max_unit 4'. */
export function lackOfTreeWords(lack: Lack, root: Provider): string {
  const { rule, elsewhere } = lack;
  if (elsewhere === null) return amountWords(lack);
  const who = elsewhere === root ? `the root ${root.name}` : elsewhere.name;
  return `${lackWords(rule)}, ${holdsWords(rule, who)}`;
}

function holdsWords(rule: Rule, who: string): string {
  return rule.kind === 'member-of' ? `which ${who} is in` : `which ${who} has`;
}

function amountWords({ rule, supply, isolation }: Lack): string {
  if (supply?.kind === 'provider') return supplyWords(supply);
  if (supply) {
    return `${supply.resourceClass}: ${supply.free} free, ${supply.asked} asked by all groups together`;
  }
  if (isolation) {
    return `${isolation.groups} groups must have a provider each, and ${isolation.providers} can serve one of them`;
  }
  return lackWords(rule);
}

function supplyWords({ resourceClass, asked, has }: ProviderSupply): string {
  if (has === null) return `${resourceClass}: none, ${asked} asked`;
  const { free, capacity, minUnit, maxUnit, stepSize } = has;
  return [
    `${resourceClass}: ${free} free of ${capacity}, ${asked} asked`,
    ...(asked < minUnit ? [`min_unit ${minUnit}`] : []),
    ...(asked > maxUnit ? [`max_unit ${maxUnit}`] : []),
    ...(asked % stepSize !== 0 ? [`step_size ${stepSize}`] : []),
  ].join('; ');
}

/** An imperative. Where there is one group, nothing need be said about which. */
export function changeWords(change: Change, hasGroups: boolean): string {
  const isOfGroup = 'suffix' in change && change.suffix !== null && hasGroups;
  const group = isOfGroup ? ` of ${groupWords(change.suffix)}` : '';
  switch (change.kind) {
    case 'lower-amount':
      return `lower ${change.resourceClass}${group} from ${change.from} to ${change.to}`;
    case 'raise-amount':
      return `raise ${change.resourceClass}${group} from ${change.from} to ${change.to}`;
    case 'drop-class':
      return `do without ${change.resourceClass}${group}`;
    case 'drop-required':
      return `do not require ${oneOf(change.anyOf)}${group}`;
    case 'allow-trait':
      return `do not forbid ${change.trait}${group}`;
    case 'drop-member-of':
      return `drop member_of ${change.anyOf.join()}${group}`;
    case 'allow-aggregate':
      return `drop member_of !${change.aggregate}${group}`;
    case 'move-required': {
      const from = change.suffix === null ? 'the root' : groupWords(change.suffix);
      const to = change.to === null ? 'the root (root_required)' : groupWords(change.to);
      return `require ${oneOf(change.anyOf)} of ${to} instead of ${from}`;
    }
    case 'move-member-of':
      return `ask member_of ${change.anyOf.join()} of ${groupWords(change.to)} instead of ${groupWords(change.suffix)}`;
    case 'drop-in-tree':
      return `drop in_tree${group}`;
    case 'drop-group':
      return `do without ${groupWords(change.suffix)}`;
    case 'drop-isolation':
      return 'ask for group_policy=none';
    case 'drop-same-subtree':
      return `drop same_subtree ${change.suffixes.join()}`;
    case 'drop-root-required':
      return `do not require ${change.trait} of the root`;
    case 'allow-root-trait':
      return `do not forbid ${change.trait} to the root`;
    default:
      return unreachable(change);
  }
}

export function groupWords(suffix: string): string {
  return suffix === '' ? 'the group without suffix' : `group ${suffix}`;
}

export function boundWords(bound: Bound): string {
  switch (bound) {
    case 'time':
      return 'time was up';
    case 'work':
      return 'a question would have taken too long';
    case 'relaxations':
      return 'more changes would work than are told';
    case 'changes':
      return 'the state has changed meanwhile';
    default:
      return unreachable(bound);
  }
}

function oneOf(names: readonly string[]): string {
  return names.length === 1 ? names.join() : `one of ${names.join(', ')}`;
}

function oneOfAggregates(ids: readonly string[]): string {
  return ids.length === 1 ? `aggregate ${ids.join()}` : `one of the aggregates ${ids.join(', ')}`;
}
