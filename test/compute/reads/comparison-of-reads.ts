import { startNova, type NovaPolicy } from '@berth/compute/testing/nova-manner/original-nova.ts';
import { Prng } from '@berth/testing/prng.ts';
import { type Answer, Peer } from '../../differential/exchange.ts';
import { compare } from '../compare.ts';
import { dress } from '../dress.ts';
import { explainedDifferences } from '../explained.ts';
import { Report } from '../report.ts';
import { drawRead, drawWindow, readSeams } from './draw-read.ts';
import { Maker, makeFleet } from './fleet.ts';
import { knownIn } from './known.ts';
import { ourReaders } from './our-readers.ts';
import { stateOf } from './state-of.ts';

export interface ReadsPlan {
  readonly seed: string;
  /** About everything. */
  readonly requests: number;
  /** Besides, only about what changed in a window of time. */
  readonly windows: number;
  readonly policy: NovaPolicy;
  /** The address of an original that is there already; with the fleet, or without anything. */
  readonly on?: string;
  /** The only request to be sent, where one is to be seen again; those about windows are below 0. */
  readonly only?: number;
}

/**
 * Random reads of a fleet that was made in the original and brought into ours as it is, with all ids and times: so answers are compared as they
 * are, in the order of their members too.
 */
export async function comparisonOfReads(plan: ReadsPlan, announce: (text: string) => void): Promise<Report> {
  const nova = plan.on === undefined ? await startNova({ policy: plan.policy, options }) : runningAt(plan.on);
  const peer = new Peer(nova.url);
  try {
    const maker = new Maker(peer);
    if (!(await maker.hasFleet())) await makeFleet(maker);
    const changes = await stateOf(maker);
    const known = knownIn(changes);
    const ours = ourReaders(changes, nova.url, plan.policy);
    const report = new Report(explainedDifferences, announce);
    report.rounds = 1;
    const { only, requests, windows } = plan;
    const [first, last] = only === undefined ? [-windows, requests - 1] : [only, only];
    for (let index = first; index <= last; index += 1) {
      const prng = new Prng(`${plan.seed}/${index}`);
      const draft = (index < 0 ? drawWindow : drawRead)(prng, known);
      const request = dress(prng, draft, readSeams);
      const [original, answer] = await Promise.all([peer.send(request), ours(request)]);
      const [a, b] = [withoutOrder(plain(original)), withoutOrder(plain(answer))];
      report.answered(draft.route, a);
      for (const difference of differencesOf(a, b)) {
        report.add({
          round: index,
          route: draft.route,
          again: againOf(plan, index),
          request,
          original: a,
          ours: b,
          difference,
        });
      }
    }
    return report;
  } finally {
    peer.close();
    await nova.stop();
  }
}

const options = ['--whole-seconds', '--seed-clock', '--tick', '1', '--driver', 'FakeDriver'];

function runningAt(url: string) {
  return { url, stop: async () => undefined };
}

function differencesOf(original: Answer, ours: Answer) {
  const found = compare(original, ours);
  if (found.length > 0 || inOrder(original) === inOrder(ours)) return found;
  return [{ where: 'order of members', a: inOrder(original), b: inOrder(ours) }];
}

/** Before there were pages, migrations came in whatever order the database had them. */
function withoutOrder(answer: Answer): Answer {
  const minor = Number(/^compute 2\.(\d+)$/.exec(answer.headers['openstack-api-version'] ?? '')?.[1] ?? 99);
  if (minor >= 59 || !answer.text.startsWith('{"migrations":')) return answer;
  const { migrations } = JSON.parse(answer.text) as { migrations: readonly { readonly id: number }[] };
  const text = JSON.stringify({ migrations: migrations.toSorted((one, other) => one.id - other.id) });
  return { ...answer, text };
}

/** The body with its members as they stand, without the blanks between them. */
function inOrder({ text }: Answer): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

/** Without what is not the same in any two servers. */
function plain(answer: Answer): Answer {
  const text = answer.text
    .replaceAll(/(maximum is )2\.\d+/g, (_whole, before) => `${before}NEWEST`)
    .replaceAll(
      /(is not one of \[)([^\]]*)\]/g,
      (_whole, before, members) => `${before}${members.split(', ').sort().join(', ')}]`,
    );
  const headers: Record<string, string> = { ...answer.headers };
  // Where tokens come from is a setting.
  delete headers['www-authenticate'];
  return { ...answer, headers, text };
}

function againOf({ seed, policy }: ReadsPlan, only: number): string {
  return `node_modules/.bin/node test/compute/reads/run.ts --seed ${seed} --policy ${policy} --only=${only}`;
}
