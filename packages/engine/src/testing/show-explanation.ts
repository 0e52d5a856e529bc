import { aggregateId, id } from './names.ts';
import type { Change, Exclusion, Explanation, FunnelStep, Lack, Relaxation } from '../explain/explanation.ts';
import type { Rule } from '../explain/rule.ts';
import type { Provider } from '../provider.ts';

/*
 * Explanations as short texts, with the names of given worlds for ids: the steps of a funnel as 'capacity VCPU 2', a change
 * as 'VCPU 8→6', with '@_X' where it is about a group with a suffix.
 */

export function shownFunnel({ funnel, candidateTreeCount }: Explanation): string[] {
  return [
    ...funnel.roots.map(shownStep),
    ...funnel.groups.flatMap(({ suffix, steps }) => steps.map((step) => shownStep(step) + at(suffix))),
    `every group ${funnel.everyGroup}`,
    ...funnel.together.map(shownStep),
    `candidates ${candidateTreeCount}`,
  ];
}

export function shownNearest({ nearest }: Explanation): string[] {
  return nearest.map(shownExclusion);
}

export function shownRelaxations({ relaxations }: Explanation): string[] {
  return relaxations.map(shownRelaxation);
}

/** How many trees, and how many providers where the step is about them: 'inventory VCPU 3/2'. */
function shownStep({ rule, trees, providers }: FunnelStep): string {
  return `${shownRule(rule)} ${providers === null ? '' : `${providers}/`}${trees}`;
}

function shownExclusion({ root, lacks }: Exclusion): string {
  return `${root.name}: ${lacks.map((lack) => shownLack(lack, root)).join('; ')}`;
}

function shownLack({ rule, suffix, provider, supply, isolation, elsewhere }: Lack, root: Provider): string {
  const where = provider && provider !== root ? ` at ${provider.name}` : '';
  const parts = [`${shownRule(rule)}${at(suffix ?? '')}${where}`];
  if (elsewhere !== null) parts.push(`${elsewhere.name} has it`);
  if (supply?.kind === 'sum') parts.push(`${supply.free} for ${supply.asked}`);
  if (supply?.kind === 'provider' && supply.has) {
    const { free, capacity, minUnit, maxUnit, stepSize } = supply.has;
    parts.push(`${free} of ${capacity} for ${supply.asked}`);
    if (minUnit > 1) parts.push(`min ${minUnit}`);
    if (maxUnit < 1000) parts.push(`max ${maxUnit}`);
    if (stepSize > 1) parts.push(`step ${stepSize}`);
  }
  if (isolation) parts.push(`${isolation.providers} for ${isolation.groups}`);
  return parts.join(', ');
}

function shownRule(rule: Rule): string {
  switch (rule.kind) {
    case 'inventory':
    case 'unit':
    case 'capacity':
      return `${rule.kind} ${rule.resourceClass}`;
    case 'required':
      return `required ${rule.anyOf.join('|')}`;
    case 'member-of':
      return `member-of ${rule.anyOf.map(aggregateName).join('|')}`;
    case 'forbidden-aggregate':
      return `forbidden-aggregate ${aggregateName(rule.aggregate)}`;
    case 'root-required':
    case 'root-forbidden':
    case 'forbidden':
      return `${rule.kind} ${rule.trait}`;
    case 'in-tree':
      return `in-tree ${providerName(rule.provider)}`;
    case 'same-subtree':
      return `same-subtree ${rule.suffixes.join()}`;
    default:
      return rule.kind;
  }
}

/** With the number of candidates behind it: 'VCPU 8→6, -CUSTOM_A: 3'. */
function shownRelaxation({ changes, candidates, isAtLeast }: Relaxation): string {
  return `${changes.map(shownChange).join(', ')}: ${candidates}${isAtLeast ? '+' : ''}`;
}

function shownChange(change: Change): string {
  switch (change.kind) {
    case 'lower-amount':
    case 'raise-amount':
      return `${change.resourceClass} ${change.from}→${change.to}${at(change.suffix)}`;
    case 'drop-class':
      return `-${change.resourceClass}${at(change.suffix)}`;
    case 'drop-required':
      return `-${change.anyOf.join('|')}${at(change.suffix)}`;
    case 'allow-trait':
      return `-!${change.trait}${at(change.suffix)}`;
    case 'drop-member-of':
      return `-member_of ${change.anyOf.map(aggregateName).join('|')}${at(change.suffix)}`;
    case 'allow-aggregate':
      return `-member_of !${aggregateName(change.aggregate)}${at(change.suffix)}`;
    case 'move-required':
      return `${change.anyOf.join('|')}${place(change.suffix)}→${place(change.to)}`;
    case 'move-member-of':
      return `member_of ${change.anyOf.map(aggregateName).join('|')}${place(change.suffix)}→${place(change.to)}`;
    case 'drop-in-tree':
      return `-in_tree${at(change.suffix)}`;
    case 'drop-group':
      return `-group ${change.suffix || "''"}`;
    case 'drop-isolation':
      return '-isolate';
    case 'drop-same-subtree':
      return `-same_subtree ${change.suffixes.join()}`;
    case 'drop-root-required':
      return `-root ${change.trait}`;
    case 'allow-root-trait':
      return `-root !${change.trait}`;
    default:
      return change satisfies never;
  }
}

function place(suffix: string | null): string {
  return suffix === null ? '@root' : `@${suffix}`;
}

function at(suffix: string): string {
  return suffix === '' ? '' : `@${suffix}`;
}

function aggregateName(aggregate: string): string {
  return ['A', 'B', 'C', 'D'].find((name) => aggregateId(name) === aggregate) ?? aggregate;
}

function providerName(provider: string): string {
  return ['cn1', 'cn2', 'cn3', 'nobody'].find((name) => id(name) === provider) ?? provider;
}
