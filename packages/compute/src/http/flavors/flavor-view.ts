import type { Flavor } from '@berth/compute-engine/flavors/flavor.ts';
import type { ComputeContext } from '../endpoint.ts';
import { type Link, linksTo } from '../links.ts';
import { versions } from '../versions.ts';

/** A flavor as the version in force shows it, with its extra specs where the caller may see them. */
export function shownFlavor(context: ComputeContext, flavor: Flavor): Record<string, unknown> {
  return view.at(context.version)({
    flavor,
    links: linksTo(context, `flavors/${flavor.id}`),
    seesExtraSpecs: seesExtraSpecs(context),
  });
}

/** The same in a list of names. */
export function briefFlavor(context: ComputeContext, flavor: Flavor): Record<string, unknown> {
  return briefView.at(context.version)({ flavor, links: linksTo(context, `flavors/${flavor.id}`) });
}

function seesExtraSpecs({ app, caller }: ComputeContext): boolean {
  return app.policy.allows('os_compute_api:os-flavor-extra-specs:index', caller, {
    project_id: caller.projectId,
    user_id: caller.userId,
  });
}

interface Brief {
  readonly flavor: Flavor;
  readonly links: readonly Link[];
}

interface Shown extends Brief {
  readonly seesExtraSpecs: boolean;
}

const briefView = versions.view<Brief>({
  id: { get: ({ flavor }) => flavor.id },
  name: { get: ({ flavor }) => flavor.name },
  links: { get: ({ links }) => links },
  description: { since: '2.55', get: ({ flavor }) => flavor.description },
});

const view = versions.view<Shown>({
  id: { get: ({ flavor }) => flavor.id },
  name: { get: ({ flavor }) => flavor.name },
  ram: { get: ({ flavor }) => flavor.memoryMb },
  disk: { get: ({ flavor }) => flavor.rootGb },
  swap: [
    { until: '2.74', get: ({ flavor }) => flavor.swapMb || '' },
    { since: '2.75', get: ({ flavor }) => flavor.swapMb },
  ],
  'OS-FLV-EXT-DATA:ephemeral': { get: ({ flavor }) => flavor.ephemeralGb },
  'OS-FLV-DISABLED:disabled': { get: () => false },
  vcpus: { get: ({ flavor }) => flavor.vcpus },
  'os-flavor-access:is_public': { get: ({ flavor }) => flavor.isPublic },
  rxtx_factor: { get: ({ flavor }) => flavor.rxtxFactor },
  links: { get: ({ links }) => links },
  description: { since: '2.55', get: ({ flavor }) => flavor.description },
  extra_specs: {
    since: '2.61',
    get: ({ flavor, seesExtraSpecs }) => (seesExtraSpecs ? flavor.extraSpecs : undefined),
  },
});
