import { mount } from '@berth/api-kit/mount.ts';
import { TreeFilter } from '@berth/placement/feed/tree-filter.ts';
import { cloud } from '../cloud/cloud.ts';
import { cloudRules } from '../cloud/cloud-rules.ts';
import type { Composition } from '../cloud/composition.ts';
import { createPlacementService } from '@berth/placement/create-service.ts';
import { placementSettingsOf } from '../cloud/serve-placement.ts';
import { createOwnService } from '../own-api/create-own-service.ts';
import {
  type ChangeWithServers,
  type CloudWithServers,
  cloudWithServers,
  type CommandWithServers,
} from './cloud-with-servers.ts';
import { serverRules, serveServers } from './servers/serve-servers.ts';

/** Both services and what is about the whole ledger, on one port: put together as berth's own cloud is. */
export const servedWithServers: Composition<CloudWithServers, CommandWithServers, ChangeWithServers> = {
  ...cloudWithServers,
  rules: [...cloudRules, ...serverRules],
  serve: (ledger, around) => {
    const { world, commit, feed } = ledger;
    const feeds = cloudWithServers.parts.map((part) => part.feed);
    const placement = createPlacementService(
      {
        world: () => world().placement,
        // What Placement commits, Placement has decided: its own changes.
        commit: (command, read) => commit(command, (all, changes) => read(all.placement, changes as never)),
        changeNumber: () => feed.lastNumber,
      },
      placementSettingsOf(around),
    );
    return mount([
      { prefix: '/compute', handle: serveServers(ledger, around) },
      { prefix: '/placement', handle: placement },
      {
        prefix: '',
        handle: createOwnService(
          ledger,
          feeds,
          (changes, all) => new TreeFilter(changes, () => all().placement),
          around,
        ),
      },
    ]);
  },
  previews: cloud.previews.map((path) => `/placement${path}`),
  seed: (commit, now) =>
    cloud.seed((command, read) => commit(command, (all, changes) => read(all, changes as never)), now),
  gauges: (world) => cloud.gauges(world),
  problemsIn: (world) => cloud.problemsIn(world),
  workerModule: new URL('./worker-with-servers.ts', import.meta.url),
};
