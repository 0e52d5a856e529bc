import type { NovaPolicy } from '@berth/compute/testing/nova-manner/original-nova.ts';
import { explainedDifferences } from './explained.ts';
import type { ComparedNoun } from './noun.ts';
import { Report } from './report.ts';
import { type Pair, runRound } from './round.ts';
import { startOriginal } from './sides/original-side.ts';
import { startOurs } from './sides/our-side.ts';

export interface ComparisonPlan {
  readonly seed: string;
  readonly nouns: readonly ComparedNoun[];
  readonly requests: number;
  /** How many of the requests are spoiled, from 0 to 1. */
  readonly spoiled: number;
  readonly policy: NovaPolicy;
  /** The only round to be run, where one is to be seen again. */
  readonly round?: number;
  /** Without the original: then only what fails is found. */
  readonly isAlone?: boolean;
  readonly onExchange?: Pair['onExchange'];
  /** After each round: so many requests were compared. */
  readonly onRound?: (requests: number) => void;
}

/** Long enough for things to come together, short enough to be read when one is seen again. */
const requestsInRound = 100;

/** Rounds of random requests to the original and to ours, each on empty worlds. */
export async function comparison(plan: ComparisonPlan, announce: (text: string) => void): Promise<Report> {
  const report = new Report(explainedDifferences, announce);
  const onFault = (thrown: unknown): void =>
    announce(`ours failed: ${thrown instanceof Error ? thrown.stack : String(thrown)}\n`);
  const ours = await startOurs(plan.policy, onFault, { hasAgents: !plan.isAlone });
  try {
    const original = plan.isAlone ? null : await startOriginal(plan.policy);
    try {
      const pair = { ours, original, ...(plan.onExchange ? { onExchange: plan.onExchange } : {}) };
      const groups = groupsOf(plan.nouns);
      for (let number = plan.round ?? 0; report.requests < plan.requests; number += 1) {
        await runRound(
          pair,
          {
            ...plan,
            nouns: groups[number % groups.length] ?? [],
            number,
            requests: requestsInRound,
            again: againOf(plan, number),
          },
          report,
        );
        plan.onRound?.(report.requests);
        if (number === plan.round) break;
      }
    } finally {
      await original?.stop();
    }
  } finally {
    await ours.stop();
  }
  return report;
}

/** Nouns that are asked about in one round; rounds take turns. */
function groupsOf(nouns: readonly ComparedNoun[]): readonly (readonly ComparedNoun[])[] {
  const together = nouns.filter(({ isApart }) => !isApart);
  const apart = nouns.filter(({ isApart }) => isApart).map((noun) => [noun]);
  return together.length > 0 ? [together, ...apart] : apart;
}

function againOf({ seed, nouns, spoiled, policy, isAlone }: ComparisonPlan, round: number): string {
  const only = nouns.map(({ name }) => name).join(',');
  const alone = isAlone ? ' --alone' : '';
  return `node_modules/.bin/node test/compute/run.ts --seed ${seed} --nouns ${only} --policy ${policy} --spoiled ${spoiled}${alone} --round ${round}`;
}
