import type { Scenario } from './player.ts';
import { flavors } from './scenarios/flavors.ts';
import { hostAggregates } from './scenarios/host-aggregates.ts';
import { hosts } from './scenarios/hosts.ts';
import { keyPairs } from './scenarios/key-pairs.ts';
import { evacuations } from './scenarios/evacuations.ts';
import { moves } from './scenarios/moves.ts';
import { quotas } from './scenarios/quotas.ts';
import { serverGroups } from './scenarios/server-groups.ts';
import { servers } from './scenarios/servers.ts';
import { versions } from './scenarios/versions.ts';

/** All that is done at each version, each on a world of its own. */
export const scenarios: readonly Scenario[] = [
  versions,
  flavors,
  keyPairs,
  serverGroups,
  quotas,
  hostAggregates,
  servers,
  hosts,
  moves,
  evacuations,
];
