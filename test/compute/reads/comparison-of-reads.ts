import { startNova, type NovaPolicy } from '@berth/compute/testing/nova-manner/original-nova.ts';
import { Prng } from '@berth/testing/prng.ts';
import { type Answer, Peer } from '../../differential/exchange.ts';
import { compare } from '../compare.ts';
import { dress } from '../dress.ts';
import { explainedDifferences } from '../explained.ts';
import { Report } from '../report.ts';
import { drawMigrationWindow, drawRead, drawWindow, readSeams } from './draw-read.ts';
import { Maker, makeFleet } from './fleet.ts';
import { knownIn } from './known.ts';
import { ourReaders } from './our-readers.ts';
import { stateOf } from './state-of.ts';

export interface ReadsPlan {
  readonly seed: string;
  /** How many of each kind. */
  readonly requests: Readonly<Record<KindOfRead, number>>;
  readonly policy: NovaPolicy;
  /** The address of an original that is there already; with the fleet, or without anything. */
  readonly on?: string;
  /** The only request to be sent, where one is to be seen again. */
  readonly only?: string;
}

/** What requests are drawn about, and how. */
const kindsOfReads = {
  all: drawRead,
  windows: drawWindow,
  'migration-windows': drawMigrationWindow,
} as const;
export type KindOfRead = keyof typeof kindsOfReads;

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
    for (const [index, { name, draw }] of readsOf(plan).entries()) {
      const prng = new Prng(`${plan.seed}/${name}`);
      const draft = draw(prng, known);
      const request = dress(prng, draft, readSeams);
      const [original, answer] = await Promise.all([peer.send(request), ours(request)]);
      const [a, b] = [withoutOrder(plain(original)), withoutOrder(plain(answer))];
      report.requests += 1;
      report.answered(draft.route, a);
      for (const difference of differencesOf(a, b)) {
        report.add({
          round: index,
          route: draft.route,
          again: againOf(plan, name),
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

/** Each has a name of its own, by which it can be seen again. */
function readsOf({ requests, only }: ReadsPlan) {
  const reads = (Object.keys(kindsOfReads) as KindOfRead[]).flatMap((kind) =>
    Array.from({ length: requests[kind] }, (_, index) => ({
      name: `${kind}-${index}`,
      draw: kindsOfReads[kind],
    })),
  );
  return only === undefined ? reads : reads.filter(({ name }) => name === only);
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

function againOf({ seed, policy, requests }: ReadsPlan, only: string): string {
  const { all, windows, 'migration-windows': migrationWindows } = requests;
  return `node_modules/.bin/node test/compute/reads/run.ts --seed ${seed} --policy ${policy} --requests ${all} --windows ${windows} --migration-windows ${migrationWindows} --only ${only}`;
}
