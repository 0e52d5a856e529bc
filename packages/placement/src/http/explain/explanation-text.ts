import type { Exclusion, Explanation, FunnelStep, Lack } from '@berth/engine/explain/explanation.ts';
import { counted, explanationSummary } from './explanation-summary.ts';
import { type Explained, relaxationWords, relaxedQuery } from './explanation-view.ts';
import type { Provider } from '@berth/engine/provider.ts';
import { boundWords, excludedWords, groupWords, lackOfTreeWords, ruleWords } from './words.ts';

/** The explanation as a page for people: what would work, where the trees were lost, and which came closest. */
export function explanationText(explained: Explained, seesProviders: boolean): string {
  const sections = [
    explanationSummary(explained.explanation),
    relaxations(explained),
    funnel(explained.explanation),
    ...(seesProviders ? [nearest(explained.explanation)] : []),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function relaxations({ explanation, request, limit }: Explained): string[] {
  const lines = explanation.relaxations.flatMap((relaxation) => {
    const { candidates, isAtLeast } = relaxation;
    const count = `${isAtLeast ? 'at least ' : ''}${counted(candidates, 'candidate')}`;
    return [
      `  ${relaxationWords(relaxation, request)} (${count})`,
      `    ${relaxedQuery(relaxation, request, limit)}`,
    ];
  });
  return lines.length > 0 ? ['Would work:', ...lines] : [];
}

/** Steps after which all are left that were there before say nothing, and are left out. */
function funnel({ funnel, lookedAtCount, candidateTreeCount }: Explanation): string[] {
  const rows: Row[] = [{ text: 'all', trees: lookedAtCount, providers: null }];
  addLosses(rows, funnel.roots, lookedAtCount, '');
  const left = funnel.roots.at(-1)?.trees ?? lookedAtCount;
  for (const { suffix, resources, steps } of funnel.groups) {
    const asked = Array.from(resources, ([name, amount]) => `${name}:${amount}`);
    rows.push({
      text: `${groupWords(suffix)}${asked.length > 0 ? `, ${asked.join(', ')}` : ''}`,
      trees: left,
      providers: null,
    });
    addLosses(rows, steps, left, '  ');
  }
  if (funnel.groups.length > 1) {
    rows.push({ text: 'have a provider for every group', trees: funnel.everyGroup, providers: null });
  }
  addLosses(rows, funnel.together, funnel.everyGroup, '  ');
  rows.push({ text: 'have a candidate', trees: candidateTreeCount, providers: null });
  const title = 'Left after each step:';
  // The rows are indented by two.
  const width = Math.max(title.length - 2, ...rows.map(({ text }) => text.length));
  return [
    `${title.padEnd(width + 2)}   trees  providers`,
    ...rows.map(({ text, trees, providers }) =>
      `  ${text.padEnd(width)} ${String(trees).padStart(7)}  ${String(providers ?? '').padStart(9)}`.trimEnd(),
    ),
  ];
}

interface Row {
  readonly text: string;
  readonly trees: number;
  readonly providers: number | null;
}

function addLosses(rows: Row[], steps: readonly FunnelStep[], before: number, indent: string): void {
  let left = before;
  for (const { rule, trees, providers } of steps) {
    if (trees < left) rows.push({ text: `${indent}${ruleWords(rule)}`, trees, providers });
    left = trees;
  }
}

function nearest({ nearest }: Explanation): string[] {
  if (nearest.length === 0) return [];
  return [
    nearest.length === 1 ? 'Nearest tree:' : `Nearest ${nearest.length} trees:`,
    ...nearest.flatMap(({ root, lacks }) => {
      const [first = '', ...others] = lacks.map((lack) => whereAndWhy(lack, root));
      const name = `  ${root.name} (${root.id}):`;
      if (others.length === 0) return [`${name} ${first}`];
      return [name, ...[first, ...others].map((line) => `    ${line}`)];
    }),
  ];
}

function whereAndWhy(lack: Lack, root: Provider): string {
  const { provider, suffix } = lack;
  const where = [
    ...(suffix ? [groupWords(suffix)] : []),
    ...(provider && provider !== root ? [`at ${provider.name}`] : []),
  ];
  const why = lackOfTreeWords(lack, root);
  return where.length > 0 ? `${where.join(' ')}: ${why}` : why;
}

/** The same in one line, for a log. */
export function explanationLine({ explanation, request }: Explained): string {
  const { excluded, nearest, relaxations, reached, lookedAtCount, candidateTreeCount } = explanation;
  const most = excluded.toSorted((a, b) => b.trees - a.trees).slice(0, 3);
  const lost = most.map((each) => {
    const group = each.suffix ? `${groupWords(each.suffix)} ` : '';
    return `${each.trees}: ${group}${excludedWords(each)}`;
  });
  const [near] = nearest;
  const [first] = relaxations;
  return [
    `no candidates at ${counted(lookedAtCount, 'tree')}`,
    ...(candidateTreeCount > 0 ? [`by now there are some at ${candidateTreeCount}`] : []),
    ...lost,
    ...(near ? [`nearest ${near.root.name}: ${allWords(near)}`] : []),
    ...(first ? [`would work: ${relaxationWords(first, request)}`] : []),
    ...(explanation.isHopeless ? ['nothing less of the same would work'] : []),
    ...(reached.length > 0 ? [`not complete: ${reached.map(boundWords).join(', ')}`] : []),
  ].join('; ');
}

function allWords({ root, lacks }: Exclusion): string {
  return lacks.map((lack) => whereAndWhy(lack, root)).join(' and ');
}
