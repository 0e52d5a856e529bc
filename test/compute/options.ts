import { parseArgs } from 'node:util';
import { freshSeed } from '@berth/testing/random-cases.ts';
import type { ComparisonPlan } from './comparison.ts';
import { comparedNouns, ownNouns } from './nouns.ts';

export const usage = `Compare our compute service with the original Nova on random requests.

  node_modules/.bin/node test/compute/run.ts [options]

  --requests N    how many (5000)
  --nouns A,B     only about these (${comparedNouns.map(({ name }) => name).join(',')})
  --spoiled F     which part of the requests is spoiled, from 0 to 1 (0.15)
  --policy P      secure: new defaults and scopes count; legacy: the old ones too (secure)
  --seed TEXT     what everything is drawn from (random, and told)
  --round N       only this round; findings are told with theirs
  --alone         ours without the original: only answers that are 5xx are found, and writes by what is refused or reads;
                  besides it is asked about ${ownNouns.map(({ name }) => name).join(',')}, and half of what is spoiled is mistreated
  --record FILE   append all exchanges with ours, as lines for the checker of shared/conformance-compute
  --answers       tell how often each route has answered with each status
`;

export interface Options {
  readonly plan: ComparisonPlan;
  readonly recordTo: string | null;
  readonly tellsAnswers: boolean;
}

export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      requests: { type: 'string', default: '5000' },
      nouns: { type: 'string' },
      spoiled: { type: 'string', default: '0.15' },
      policy: { type: 'string', default: 'secure' },
      seed: { type: 'string', default: String(freshSeed()) },
      round: { type: 'string' },
      alone: { type: 'boolean', default: false },
      record: { type: 'string' },
      answers: { type: 'boolean', default: false },
    },
  });
  const { policy, round } = values;
  if (policy !== 'secure' && policy !== 'legacy')
    throw new Error(`--policy is secure or legacy, not ${policy}`);
  const plan: ComparisonPlan = {
    seed: values.seed,
    nouns: nounsOf(values.nouns, values.alone),
    requests: numberOf('requests', values.requests),
    spoiled: numberOf('spoiled', values.spoiled),
    policy,
    isAlone: values.alone,
    ...(round === undefined ? {} : { round: numberOf('round', round) }),
  };
  return { plan, recordTo: values.record ?? null, tellsAnswers: values.answers };
}

function nounsOf(names: string | undefined, isAlone: boolean): ComparisonPlan['nouns'] {
  const all = isAlone ? [...comparedNouns, ...ownNouns] : comparedNouns;
  if (names === undefined) return all;
  return names.split(',').map((name) => {
    const noun = all.find((each) => each.name === name);
    if (noun === undefined) throw new Error(`--nouns: there is no ${name}`);
    return noun;
  });
}

function numberOf(name: string, text: string): number {
  const number = Number(text);
  if (text === '' || !(number >= 0)) throw new Error(`--${name} is a number, not ${text}`);
  return number;
}
