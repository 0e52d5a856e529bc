import type { CandidateRequest } from '@berth/engine/candidates/request.ts';
import type {
  Change,
  Exclusion,
  Explanation,
  FunnelStep,
  Lack,
  Relaxation,
  Supply,
} from '@berth/engine/explain/explanation.ts';
import { relax } from '@berth/engine/explain/relax.ts';
import type { Rule } from '@berth/engine/explain/rule.ts';
import type { Provider } from '@berth/engine/provider.ts';
import { queryOf } from './query-of.ts';
import { explanationSummary } from './explanation-summary.ts';
import { changeWords, excludedWords, lackOfTreeWords } from './words.ts';

/** What an explanation was made for. */
export interface Explained {
  readonly request: CandidateRequest;
  readonly limit: number | null;
  readonly explanation: Explanation;
}

/** The explanation as JSON. Who may not see providers is not told of single trees: only classes and counts. */
export function explanationView({ request, limit, explanation }: Explained, seesProviders: boolean) {
  const { funnel } = explanation;
  return {
    complete: explanation.reached.length === 0,
    reached: explanation.reached,
    text: explanationSummary(explanation).join(' '),
    trees: explanation.treeCount,
    sharing_trees: explanation.sharingTreeCount,
    trees_looked_at: explanation.lookedAtCount,
    trees_undecided: explanation.undecidedCount,
    trees_with_candidates: explanation.candidateTreeCount,
    funnel: {
      root: funnel.roots.map(stepView),
      groups: funnel.groups.map(({ suffix, resources, steps }) => ({
        suffix,
        resources: Object.fromEntries(resources),
        steps: steps.map(stepView),
      })),
      every_group: funnel.everyGroup,
      together: funnel.together.map(stepView),
      candidates: explanation.candidateTreeCount,
    },
    excluded: explanation.excluded.map((excluded) => ({
      ...ruleView(excluded.rule),
      suffix: excluded.suffix,
      trees: excluded.trees,
      ...(excluded.treesWithItOnRoot > 0 ? { trees_with_it_on_root: excluded.treesWithItOnRoot } : {}),
      text: excludedWords(excluded),
    })),
    ...(seesProviders ? { nearest: explanation.nearest.map(exclusionView) } : {}),
    hopeless: explanation.isHopeless,
    relaxations: explanation.relaxations.map((relaxation) => relaxationView(relaxation, request, limit)),
  };
}

function stepView({ rule, trees, providers }: FunnelStep) {
  return { ...ruleView(rule), ...(providers === null ? {} : { providers }), trees };
}

/** Its name, and what it is about. */
function ruleView(rule: Rule) {
  switch (rule.kind) {
    case 'in-tree':
      return { rule: 'in_tree', in_tree: rule.provider };
    case 'inventory':
    case 'unit':
    case 'capacity':
      return { rule: rule.kind, resource_class: rule.resourceClass, asked: rule.amount };
    case 'required':
      return { rule: 'required', traits: rule.anyOf };
    case 'forbidden':
    case 'root-required':
    case 'root-forbidden':
      return { rule: rule.kind.replace('-', '_'), traits: [rule.trait] };
    case 'member-of':
      return { rule: 'member_of', aggregates: rule.anyOf };
    case 'forbidden-aggregate':
      return { rule: 'forbidden_aggregate', aggregates: [rule.aggregate] };
    case 'same-subtree':
      return { rule: 'same_subtree', suffixes: rule.suffixes };
    case 'isolate':
      return { rule: 'group_policy' };
    case 'sums':
      return { rule: 'sums' };
    case 'one-per-tree':
      return { rule: 'one_provider_per_tree' };
    case 'required-together':
      return { rule: 'required_together' };
    default:
      return rule satisfies never;
  }
}

function exclusionView({ root, lacks }: Exclusion) {
  return { root_provider: providerView(root), lacks: lacks.map((lack) => lackView(lack, root)) };
}

function lackView(lack: Lack, root: Provider) {
  const { rule, suffix, provider, supply, isolation, elsewhere } = lack;
  return {
    ...ruleView(rule),
    suffix,
    ...(provider ? { provider: providerView(provider) } : {}),
    ...(supply ? supplyView(supply) : {}),
    ...(isolation ? { groups: isolation.groups, providers: isolation.providers } : {}),
    ...(elsewhere ? { elsewhere: providerView(elsewhere) } : {}),
    text: lackOfTreeWords(lack, root),
  };
}

function providerView({ id, name }: Provider) {
  return { uuid: id, name };
}

function supplyView(supply: Supply) {
  if (supply.kind === 'sum') {
    return { resource_class: supply.resourceClass, asked: supply.asked, free: supply.free };
  }
  const { has } = supply;
  if (has === null) return {};
  return {
    free: has.free,
    used: has.used,
    capacity: has.capacity,
    min_unit: has.minUnit,
    max_unit: has.maxUnit,
    step_size: has.stepSize,
  };
}

function relaxationView(relaxation: Relaxation, request: CandidateRequest, limit: number | null) {
  const { changes, size, candidates, isAtLeast } = relaxation;
  return {
    size,
    changes: changes.map(changeView),
    text: relaxationWords(relaxation, request),
    query: relaxedQuery(relaxation, request, limit),
    candidates,
    at_least: isAtLeast,
  };
}

export function relaxationWords({ changes }: Relaxation, { groups }: CandidateRequest): string {
  return changes.map((change) => changeWords(change, groups.length > 1)).join(', and ');
}

/** The query to ask instead. */
export function relaxedQuery(
  { changes }: Relaxation,
  request: CandidateRequest,
  limit: number | null,
): string {
  // A relaxation is one that can be asked, so there is a request.
  return queryOf(relax(request, changes) ?? request, limit);
}

function changeView(change: Change) {
  switch (change.kind) {
    case 'lower-amount':
    case 'raise-amount': {
      const { suffix, resourceClass, from, to } = change;
      return { change: nameOf(change), suffix, resource_class: resourceClass, from, to };
    }
    case 'drop-class': {
      const { suffix, resourceClass, from } = change;
      return { change: nameOf(change), suffix, resource_class: resourceClass, from };
    }
    case 'drop-required':
      return { change: nameOf(change), suffix: change.suffix, traits: change.anyOf };
    case 'allow-trait':
      return { change: nameOf(change), suffix: change.suffix, traits: [change.trait] };
    case 'drop-member-of':
      return { change: nameOf(change), suffix: change.suffix, aggregates: change.anyOf };
    case 'allow-aggregate':
      return { change: nameOf(change), suffix: change.suffix, aggregates: [change.aggregate] };
    case 'move-required': {
      const { suffix, to, anyOf } = change;
      return { change: nameOf(change), suffix, to_suffix: to, traits: anyOf };
    }
    case 'move-member-of': {
      const { suffix, to, anyOf } = change;
      return { change: nameOf(change), suffix, to_suffix: to, aggregates: anyOf };
    }
    case 'drop-in-tree':
      return { change: nameOf(change), suffix: change.suffix, in_tree: change.provider };
    case 'drop-group':
      return { change: nameOf(change), suffix: change.suffix };
    case 'drop-same-subtree':
      return { change: nameOf(change), suffixes: change.suffixes };
    case 'drop-root-required':
    case 'allow-root-trait':
      return { change: nameOf(change), traits: [change.trait] };
    case 'drop-isolation':
      return { change: nameOf(change) };
    default:
      return change satisfies never;
  }
}

function nameOf({ kind }: Change): string {
  return kind.replaceAll('-', '_');
}
