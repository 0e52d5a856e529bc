import type { Cloud } from '@berth/cli/asking/cloud.ts';
import type { AskedFlavor, AskedProvider, CloudFile } from '@berth/cli/cloud-file/cloud-file.ts';
import type { CloudState } from '@berth/cli/cloud-file/state/cloud-state.ts';
import { readCloudState } from '@berth/cli/cloud-file/state/read-cloud-state.ts';

const options = { prunesProviders: false, progress: () => {} };

/** All that a cloud has: it is asked as by a file that says something of everything. */
export async function wholeState(cloud: Cloud, hasFlavors: boolean): Promise<CloudState> {
  const nothing: CloudFile = {
    classes: [],
    traits: [],
    providers: [],
    flavors: hasFlavors ? [] : undefined,
  };
  const { providers, flavors } = await readCloudState(nothing, cloud, options);
  const all = {
    ...nothing,
    providers: providers.map(
      ({ name, uuid }): AskedProvider => ({
        name,
        uuid,
        place: '',
        parent: undefined,
        inventories: [],
        traits: [],
        aggregates: [],
      }),
    ),
    flavors: hasFlavors
      ? flavors.map(
          ({ name, id }): AskedFlavor => ({
            name,
            id,
            place: '',
            sizes: {},
            description: undefined,
            extraSpecs: undefined,
            projects: [],
          }),
        )
      : undefined,
  };
  return readCloudState(all, cloud, options);
}
