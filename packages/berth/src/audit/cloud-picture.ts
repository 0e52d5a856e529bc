import { type HypervisorRecord, listHypervisors } from '@berth/client/compute/hypervisors.ts';
import { listComputeServices } from '@berth/client/compute/services.ts';
import { listProviders, listProvidersWith } from '@berth/client/placement/providers.ts';
import type { ProviderRecord } from '@berth/client/placement/records.ts';
import type { Transport } from '@berth/client/transport.ts';

/** The two services that an audit compares. */
export interface AuditedCloud {
  readonly compute: Transport;
  readonly placement: Transport;
}

/** Whose a tree of providers is. */
export type TreeOwner =
  | { readonly kind: 'node'; readonly node: HypervisorRecord }
  /** It shares what it has with several. */
  | { readonly kind: 'sharing' }
  /** Nova knows no node of its uuid. */
  | { readonly kind: 'nobody' };

/** Cells that do not answer. What is in them looks as if it were not there, so nothing can be said of anything. */
export class CellsDown extends Error {}

/** The nodes that Nova knows and the providers that Placement has, as they were when they were read. */
export class CloudPicture {
  readonly nodes: readonly HypervisorRecord[];
  readonly #nodesByUuid: ReadonlyMap<string, HypervisorRecord>;
  readonly #nodesByPlace: ReadonlyMap<string, HypervisorRecord>;
  readonly #providers: ReadonlyMap<string, ProviderRecord>;
  readonly #sharingRoots: ReadonlySet<string>;

  static async read({ compute, placement }: AuditedCloud): Promise<CloudPicture> {
    const down = (await listComputeServices(compute)).filter(({ isInDownCell }) => isInDownCell);
    if (down.length > 0) {
      const hosts = down.map(({ host }) => host);
      throw new CellsDown(
        `Cells of Nova do not answer, with these hosts in them: ${hosts.slice(0, 10).join(', ')}${hosts.length > 10 ? ', …' : ''}. Without them nothing can be told from what was lost.`,
      );
    }
    const [nodes, providers, sharing] = await Promise.all([
      listHypervisors(compute),
      listProviders(placement),
      listProvidersWith(placement, 'MISC_SHARES_VIA_AGGREGATE'),
    ]);
    return new CloudPicture(nodes, providers, sharing);
  }

  constructor(
    nodes: readonly HypervisorRecord[],
    providers: readonly ProviderRecord[],
    sharing: readonly ProviderRecord[],
  ) {
    this.nodes = nodes;
    this.#nodesByUuid = new Map(nodes.map((node) => [node.uuid, node]));
    this.#nodesByPlace = new Map(nodes.map((node) => [placeOf(node.host, node.name), node]));
    this.#providers = new Map(providers.map((provider) => [provider.uuid, provider]));
    this.#sharingRoots = new Set(sharing.map(({ rootUuid }) => rootUuid));
  }

  /** The providers of each tree, by the uuid of its root. */
  trees(): ReadonlyMap<string, readonly ProviderRecord[]> {
    return Map.groupBy(this.#providers.values(), ({ rootUuid }) => rootUuid);
  }

  nodeOf(host: string, nodeName: string): HypervisorRecord | null {
    return this.#nodesByPlace.get(placeOf(host, nodeName)) ?? null;
  }

  /** Null for a provider that was not there yet. */
  rootOf(providerUuid: string): string | null {
    return this.#providers.get(providerUuid)?.rootUuid ?? null;
  }

  ownerOf(rootUuid: string): TreeOwner {
    const node = this.#nodesByUuid.get(rootUuid);
    if (node !== undefined) return { kind: 'node', node };
    return { kind: this.#sharingRoots.has(rootUuid) ? 'sharing' : 'nobody' };
  }

  /** Of providers, by uuid. */
  get names(): ReadonlyMap<string, string> {
    return new Map(this.#providers.values().map(({ uuid, name }) => [uuid, name]));
  }
}

function placeOf(host: string, nodeName: string): string {
  return JSON.stringify([host, nodeName]);
}
