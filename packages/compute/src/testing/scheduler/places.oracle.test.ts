import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { FilterName } from '@berth/compute-engine/scheduler/filters/filters.ts';
import type { WeighedHost } from '@berth/compute-engine/scheduler/decision.ts';
import type { Placed } from '@berth/compute-engine/scheduler/schedule.ts';
import { defaultSchedulerSettings } from '@berth/compute-engine/scheduler/settings.ts';
import { type AskedServer, GivenCloud, groupId } from '@berth/compute-engine/testing/given-cloud.ts';
import type { AggregateId } from '@berth/engine/ids.ts';
import { consumerId } from '@berth/engine/testing/names.ts';
import { afterAllCases, draw, runsOf } from '@berth/testing/random-cases.ts';
import { type RunningNova, startNova, whyNotOriginal } from '../nova-manner/original-nova.ts';
import {
  type ArbitraryCloud,
  type ArbitraryServer,
  arbitraryCloud,
  type HostSizes,
} from './arbitrary-cloud.ts';
import { OriginalScheduler, type OriginalServer } from './original-scheduler.ts';

const reason = whyNotOriginal();
if (reason !== null) process.stderr.write(`\nSKIPPED: which hosts the original Nova chooses: ${reason}\n`);

const filters: readonly FilterName[] = [
  ...defaultSchedulerSettings.filters,
  'AvailabilityZoneFilter',
  'SameHostFilter',
  'DifferentHostFilter',
  'AggregateImagePropertiesIsolation',
  'AggregateInstanceExtraSpecsFilter',
  'AggregateMultiTenancyIsolation',
  'AggregateNumInstancesFilter',
  'IoOpsFilter',
];

/** The hosts that only pretend say that they have no disk to spare, whatever is on it: so disks are left out. */
const settings = { filters, multipliers: { ...defaultSchedulerSettings.multipliers, disk: 0 } };

describe('servers go where they go with the original', { skip: reason ?? false }, () => {
  let nova: RunningNova;
  let original: OriginalScheduler;

  before(async () => {
    nova = await startNova({
      options: ['--hosts', '1', '--set', `filter_scheduler.enabled_filters=${filters.join(',')}`],
    });
    original = new OriginalScheduler(nova);
  });
  after(() => nova.stop());

  test('at random', async (context) => {
    const counts = { placed: 0, refused: 0, tied: 0 };
    for (const arbitrary of draw(arbitraryCloud(), runsOf(4))) {
      const pair = await Pair.of(original, arbitrary);
      for (const [index, asked] of arbitrary.servers.entries()) {
        const outcome = await pair.place(asked, `server ${index} of ${JSON.stringify(arbitrary)}`);
        if (outcome !== null) counts[outcome]++;
      }
    }
    context.diagnostic(JSON.stringify(counts));
    afterAllCases(() => assert.ok(counts.placed > 10 && counts.refused > 3));
  });
});

const names = ['host1', 'host2', 'host3', 'host4'] as const;

/** The host that is there at the start. */
const first: HostSizes = { vcpus: 10, memory_mb: 8192, local_gb: 1028 };

/** The same cloud on both sides. Ours follows the original's choices, so that both stay the same. */
class Pair {
  readonly #original: OriginalScheduler;
  readonly #ours: GivenCloud;
  readonly #groups: readonly string[];
  /** In the order of their making, those that have a host. Ours are called by the original's ids. */
  readonly #servers: string[] = [];

  private constructor(original: OriginalScheduler, ours: GivenCloud, groups: readonly string[]) {
    this.#original = original;
    this.#ours = ours;
    this.#groups = groups;
  }

  static async of(original: OriginalScheduler, arbitrary: ArbitraryCloud): Promise<Pair> {
    await original.reset();
    const { hosts, aggregates, groups, disabled, down } = arbitrary;
    const ours = new GivenCloud([first, ...hosts].map(lineOf).join('\n'));
    for (const [index, sizes] of hosts.entries()) await original.host(nameOf(index + 1), sizes);
    for (const [index, { vcpus }] of [first, ...hosts].entries()) {
      const guests = [{ architecture: 'x86_64', hypervisorType: 'fake', vmMode: 'hvm' }];
      ours.withNode(nameOf(index), { hypervisor: { type: 'fake', version: 1000 }, guests, vcpus });
    }
    for (const [index, { hosts: places, metadata }] of aggregates.entries()) {
      const members = places.map(nameOf);
      const id = (await original.aggregate(members, metadata)) as AggregateId;
      ours.withAggregate(`aggregate${index}`, metadata, { id, hosts: members });
      for (const member of members) ours.intoAggregate(member, id);
    }
    const groupIds: string[] = [];
    for (const { policy, serversPerHostMax } of groups) {
      const id = await original.group(policy, serversPerHostMax);
      ours.withGroup(id, policy, serversPerHostMax);
      groupIds.push(id);
    }
    if (disabled !== null) {
      await original.disable(nameOf(disabled));
      ours.withDisabled(nameOf(disabled));
    }
    if (down !== null) {
      await original.forceDown(nameOf(down));
      ours.withService(nameOf(down), { isForcedDown: true });
    }
    return new Pair(original, ours, groupIds);
  }

  /** Null when the original's API would not have it. */
  async place(asked: ArbitraryServer, context: string): Promise<'placed' | 'refused' | 'tied' | null> {
    const made = await this.#makeOriginals(asked);
    await this.#original.tell();
    if (typeof made === 'string') return null;
    const ours = this.#asOurs(asked);
    const together = this.#ours.decisionOn(
      made.map(({ id }) => id),
      ours,
      settings,
    )();
    const isPlaced = made.every(({ host }) => host !== null);
    if (together.isPlaced !== isPlaced)
      assert.fail(`${context}: ${JSON.stringify(made)} ${JSON.stringify(together)}`);
    if (!together.isPlaced) {
      assert.deepEqual(together.fault, await this.#original.fault((made[0] as OriginalServer).id), context);
      return 'refused';
    }
    let outcome: 'placed' | 'tied' = 'placed';
    for (const { id, host } of made) {
      const alone = this.#ours.decisionOn([id], ours, settings)();
      assert.ok(alone.isPlaced, context);
      const { best } = (alone.servers[0] as Placed).decision;
      const theirs = best.find((each) => each.host === host);
      const most = best[0] as WeighedHost;
      const isAsHeavy = theirs !== undefined && most.weight - theirs.weight < 1e-9;
      assert.ok(isAsHeavy, `${context}: the original takes ${host}, and we find ${JSON.stringify(alone)}`);
      if (best.filter(({ weight }) => most.weight - weight < 1e-9).length > 1) outcome = 'tied';
      this.#follow(id, host as string, ours);
    }
    // Until they are all placed, they are being built.
    this.#ours.diskWork.clear();
    if (outcome === 'placed') {
      const hosts = together.servers.map(({ place }) => place.host);
      assert.deepEqual(
        hosts,
        made.map(({ host }) => host),
        context,
      );
    }
    return outcome;
  }

  async #makeOriginals(asked: ArbitraryServer): Promise<readonly OriginalServer[] | string> {
    const { flavor, extraSpecs, image, count, zone, host, group } = asked;
    const { sameHost, differentHosts } = this.#meant(asked);
    const hints = {
      ...(group !== null && { group: this.#groups[group] }),
      ...(sameHost !== null && { same_host: [sameHost] }),
      ...(differentHosts.length > 0 && { different_host: differentHosts }),
    };
    return await this.#original.servers({
      flavor: await this.#original.flavor({ ...flavor, extraSpecs }),
      image: await this.#original.image(image),
      count,
      hints,
      ...(zone !== null && { zone }),
      ...(host !== null && { host: nameOf(host) }),
    });
  }

  #asOurs(asked: ArbitraryServer): AskedServer {
    const { flavor, extraSpecs, image, zone, host, group } = asked;
    const { sameHost, differentHosts } = this.#meant(asked);
    return {
      flavor: { ...flavor, extraSpecs },
      image,
      request: {
        projectId: 'admin',
        zone,
        requested: host === null ? null : { host: nameOf(host), nodeName: null },
      },
      hints: {
        groupId: group === null ? null : groupId(this.#groups[group] as string),
        sameHosts: sameHost === null ? [] : [consumerId(sameHost)],
        differentHosts: differentHosts.map(consumerId),
      },
    };
  }

  #meant(asked: ArbitraryServer): {
    readonly sameHost: string | null;
    readonly differentHosts: readonly string[];
  } {
    const sameHost = asked.sameHost === null ? null : (this.#servers[asked.sameHost] ?? null);
    const differentHosts = asked.differentHosts.flatMap((place) => this.#servers[place] ?? []);
    return { sameHost, differentHosts };
  }

  #follow(id: string, host: string, ours: AskedServer): void {
    const forced = {
      ...ours,
      request: { ...ours.request, requested: null, forced: { host, nodeName: null } },
    };
    assert.equal(this.#ours.hostFor(id, forced, settings), host);
    this.#ours.diskWork.set(host, (this.#ours.diskWork.get(host) ?? 0) + 1);
    this.#servers.push(id);
  }
}

function nameOf(place: number): string {
  return names[place] as string;
}

function lineOf({ vcpus, memory_mb: memory, local_gb: disk }: HostSizes, place: number): string {
  const sizes = [
    `VCPU:${vcpus}(ratio=16,max=${vcpus})`,
    `MEMORY_MB:${memory}(ratio=1.5,reserved=512,max=${memory})`,
  ];
  return `${nameOf(place)} ${sizes.join(' ')} DISK_GB:${disk}(max=${disk}) COMPUTE_NODE`;
}
