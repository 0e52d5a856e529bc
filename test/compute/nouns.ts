import type { ComparedNoun } from './noun.ts';
import { availabilityZones } from './nouns/availability-zones.ts';
import { evacuations } from './nouns/evacuations.ts';
import { extraSpecs } from './nouns/extra-specs.ts';
import { flavorAccess } from './nouns/flavor-access.ts';
import { flavors } from './nouns/flavors.ts';
import { hostAggregates } from './nouns/host-aggregates.ts';
import { hosts } from './nouns/hosts.ts';
import { isolatedServers } from './nouns/isolated-servers.ts';
import { hypervisors } from './nouns/hypervisors.ts';
import { keypairs } from './nouns/keypairs.ts';
import { moves } from './nouns/moves.ts';
import { movesOnKnownHosts } from './nouns/moves-on-known-hosts.ts';
import { quotas } from './nouns/quotas.ts';
import { serverGroups } from './nouns/server-groups.ts';
import { servers } from './nouns/servers.ts';
import { services } from './nouns/services.ts';
import { tenantUsage } from './nouns/tenant-usage.ts';
import { versionDocuments } from './nouns/version-documents.ts';

/** What is asked of ours where it is alone. */
export const ownNouns: readonly ComparedNoun[] = [hosts];

/** All that is compared. */
export const comparedNouns: readonly ComparedNoun[] = [
  versionDocuments,
  flavors,
  flavorAccess,
  extraSpecs,
  keypairs,
  serverGroups,
  quotas,
  availabilityZones,
  hostAggregates,
  services,
  hypervisors,
  tenantUsage,
  servers,
  isolatedServers,
  moves,
  movesOnKnownHosts,
  evacuations,
];
