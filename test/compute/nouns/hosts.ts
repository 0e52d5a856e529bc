import type { Prng } from '@berth/testing/prng.ts';
import type { Draft, Parameter } from '../draft.ts';
import type { ComparedNoun, KnownIds } from '../noun.ts';

const image = '11111111-1111-4111-8111-111111111111';

/** What agents of hosts ask for and report: ours alone has it, so it is compared with nothing, and only asked whether it withstands. */
export const hosts: ComparedNoun = {
  name: 'hosts',
  settles: true,
  seams: [],
  begin: ['one', 'two', 'three'].map((name) => ({
    route: 'POST /servers',
    method: 'POST',
    path: '/servers',
    // The flavor and the image that all rounds have.
    body: { server: { name, flavorRef: '1', imageRef: image, networks: 'auto' } },
  })),
  draw: (prng, known) => {
    const host = prng.pick(['host1', 'host1', 'host2', 'host9', 'x'.repeat(256), '%C3%A4']);
    const path = `/berth/v1/hosts/${host}`;
    const agent = ['agent', prng.pick(['one', 'one', 'one', '', 'x'.repeat(65)])] as const;
    const caller = { caller: prng.pick(['agent of host1', 'agent of host1', 'admin', 'member']) };
    return prng.weighted<() => Draft>([
      [
        4,
        () => ({
          route: 'PUT host',
          method: 'PUT',
          path,
          query: [agent],
          body: { nodes: drawNodes(prng) },
          ...caller,
        }),
      ],
      [
        4,
        () => ({
          route: 'GET orders',
          method: 'GET',
          path: `${path}/orders`,
          query: [
            agent,
            ['limit', prng.pick(['0', '10', '100', '101'])],
            ['held', prng.pick(['', '1', '1,2', ',', '1,,2'])],
          ],
          ...caller,
        }),
      ],
      [
        6,
        () => ({
          route: 'POST reports',
          method: 'POST',
          path: `${path}/reports`,
          query: [agent],
          body: drawReports(prng, known),
          ...caller,
        }),
      ],
      [
        3,
        () => ({
          route: 'GET servers of host',
          method: 'GET',
          path: `${path}/servers`,
          query: [agent, prng.pick(questionsAbout(known))],
          ...caller,
        }),
      ],
    ])();
  },
};

const nothing = '00000000-0000-4000-8000-000000000000';

function questionsAbout(known: KnownIds): readonly Parameter[] {
  return [
    ['after', '0'],
    ['after', '999999999999999'],
    ['id', nothing],
    ['id', 'x'],
    ...known.of('server').map((id): Parameter => ['id', id]),
  ];
}

function drawNodes(prng: Prng): readonly object[] {
  const node = {
    uuid: prng.pick([nothing, prng.uuid(), 'x']),
    name: prng.pick(['node1', 'host2', '']),
    hypervisor_type: 'fake',
    hypervisor_version: prng.pick([1000, -1, 2 ** 31]),
    address: prng.pick(['127.0.0.1', 'x']),
    vcpus: prng.pick([1, 0, 2 ** 31]),
    memory_mb: 64,
    disk_gb: 1,
    cpu_info: '{}',
    guests: prng.pick<unknown>([[['x86_64', 'fake', 'hvm']], [], [['x']]]),
  };
  return prng.pick([[node], [node, node], []]);
}

function drawReports(prng: Prng, known: KnownIds): object {
  const outcome = {
    order: prng.pick([nothing, 'x', ...known.of('order')]),
    outcome: prng.pick(['begun', 'done', 'failed', 'x']),
    ...(prng.chance(0.5) ? { message: prng.pick(['no', 'x'.repeat(256)]), details: 'in full' } : {}),
  };
  const power = {
    server: prng.pick([nothing, 'x', ...known.of('server')]),
    state: prng.pick(['running', 'none', 'x']),
  };
  return prng.pick<object>([
    { outcomes: [outcome] },
    { power_states: [power] },
    { outcomes: [outcome, outcome], power_states: [power, power] },
    {},
    { outcomes: Array.from({ length: 101 }, () => outcome) },
  ]);
}
