import type { VersionIndex } from '@berth/api-kit/microversions.ts';
import type { Consumer } from '@berth/engine/consumer.ts';
import type { Inventory } from '@berth/engine/inventory.ts';
import type { Provider } from '@berth/engine/provider.ts';
import { consumerView } from '../allocations/consumer-view.ts';
import { madeWhileSent } from '../made-while-sent.ts';
import { pythonFloatText } from '../python-float.ts';
import type { ProviderSnapshot, TreeSnapshot } from './tree-snapshot.ts';

/** A tree as JSON. Consumers are as the version shows them elsewhere, so that they can be written back as they are. */
export function treeJson(snapshot: TreeSnapshot, version: VersionIndex): string {
  const { providers, consumers } = snapshot;
  const list = providers.map(providerJson).join(',');
  if (consumers === null) return `${opening}${list}]}`;
  return `${opening}${list}${between}${consumers.map(consumerEncoder(snapshot, version)).join(',')}}}`;
}

/** The same in chunks. */
export function* treeJsonWhileSent(snapshot: TreeSnapshot, version: VersionIndex): Generator<Uint8Array> {
  const { providers, consumers } = snapshot;
  yield* madeWhileSent(opening, providers, providerJson, consumers === null ? ']}' : between);
  if (consumers !== null) yield* madeWhileSent('', consumers, consumerEncoder(snapshot, version), '}}');
}

const opening = '{"providers":[';
const between = '],"allocations":{';

/** Written by hand, which takes half as long as to make an object for it. Names of classes have nothing to be escaped. */
function providerJson(provider: ProviderSnapshot): string {
  const { id, name, generation, parent, root, inventories, traits, aggregates, isSharing } = provider;
  let held = '';
  for (const [resourceClass, inventory] of inventories) {
    held += `${held === '' ? '' : ','}"${resourceClass}":${inventoryJson(inventory)}`;
  }
  return (
    `{"uuid":${JSON.stringify(id)},"name":${JSON.stringify(name)},"generation":${generation}` +
    `,"parent_provider_uuid":${JSON.stringify(parent?.id ?? null)},"root_provider_uuid":${JSON.stringify(root.id)}` +
    `,"inventories":{${held}},"traits":${JSON.stringify([...traits])}` +
    `,"aggregates":${JSON.stringify([...aggregates])},"is_sharing":${isSharing}}`
  );
}

function inventoryJson({ total, reserved, minUnit, maxUnit, stepSize, allocationRatio }: Inventory): string {
  return (
    `{"total":${total},"reserved":${reserved},"min_unit":${minUnit},"max_unit":${maxUnit}` +
    `,"step_size":${stepSize},"allocation_ratio":${pythonFloatText(allocationRatio)}}`
  );
}

function consumerEncoder(
  { generations }: TreeSnapshot,
  version: VersionIndex,
): (consumer: Consumer) => string {
  const view = consumerView.at(version);
  const generationOf = (provider: Provider) => generations.get(provider) as number; // Those of all that consumers hold something of were noted.
  return (consumer) => `${JSON.stringify(consumer.id)}:${JSON.stringify(view?.({ consumer, generationOf }))}`;
}
