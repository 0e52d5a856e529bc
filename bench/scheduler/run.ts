import { type AskedServer, GivenCloud, groupId } from '@berth/compute-engine/testing/given-cloud.ts';
import { consumerId } from '@berth/engine/testing/names.ts';

/**
 * How long it takes to find a host for a server, on flat hosts: `node bench/scheduler/run.ts [hosts]`. Every server stays where it
 * goes, so each decision sees another cloud.
 */
const hostCount = Number(process.argv[2] ?? 10_000);
const rounds = 1_000;

function cloudOf(count: number): GivenCloud {
  const lines = Array.from({ length: count }, (_, index) => {
    const [vcpus, memory] = [16 + 16 * (index % 4), 65_536 + 1024 * ((index * 7919) % 64)];
    return `host${index} VCPU:${vcpus}(ratio=4) MEMORY_MB:${memory} DISK_GB:2000 agg:A${index % 20}`;
  });
  const cloud = new GivenCloud(lines.join('\n'));
  for (let zone = 0; zone < 20; zone++) cloud.withAggregate(`A${zone}`, { availability_zone: `zone${zone}` });
  for (const policy of ['affinity', 'anti-affinity', 'soft-affinity', 'soft-anti-affinity'] as const) {
    cloud.withGroup(policy, policy);
  }
  return cloud;
}

const cases: Readonly<Record<string, { readonly asked: AskedServer; readonly together?: number }>> = {
  'a server': { asked: {} },
  'in a zone': { asked: { request: { zone: 'zone7' } } },
  'with an image for an architecture': { asked: { image: { hw_architecture: 'x86_64' } } },
  'onto a named host': { asked: { request: { requested: { host: 'host77', nodeName: null } } } },
  'in a group with affinity': { asked: { hints: { groupId: groupId('affinity') } } },
  'in a group with anti-affinity': { asked: { hints: { groupId: groupId('anti-affinity') } } },
  'in a group with soft anti-affinity': { asked: { hints: { groupId: groupId('soft-anti-affinity') } } },
  'away from another server': { asked: { hints: { differentHosts: [consumerId('a server 0')] } } },
  'that fits nowhere': { asked: { flavor: { vcpus: 1000 } } },
  'ten servers at once': { asked: {}, together: 10 },
};

process.stdout.write(`${hostCount} hosts\n`);
for (const [name, { asked, together = 1 }] of Object.entries(cases)) {
  const cloud = cloudOf(hostCount);
  const micros: number[] = [];
  for (let round = 0; round < rounds / together; round++) {
    const names = Array.from({ length: together }, (_, index) => `${name} ${round * together + index}`);
    micros.push(timed(cloud, names, asked));
  }
  micros.splice(0, Math.min(100, micros.length / 5));
  micros.sort((one, other) => one - other);
  const at = (part: number) => (micros[Math.floor(part * (micros.length - 1))] ?? 0).toFixed(0);
  process.stdout.write(
    `${name}: at best ${at(0)} µs, a tenth below ${at(0.1)} µs, median ${at(0.5)} µs, nine tenths below ${at(0.9)} µs\n`,
  );
}

/** What the decision alone takes, without what becomes of it. */
function timed(cloud: GivenCloud, names: readonly string[], asked: AskedServer): number {
  const decide = cloud.decisionOn(names, asked);
  const startedAt = performance.now();
  const scheduling = decide();
  const micros = (performance.now() - startedAt) * 1000;
  cloud.carryOut(names, asked, scheduling);
  return micros;
}
