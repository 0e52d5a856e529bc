import type { Driver } from '../driver.ts';
import type { OptionValues } from './driver-options.ts';
import type { applyPicture } from './reshape/apply-picture.ts';

/** What the module of a driver exports, as `createDriver` or as its default. */
export type CreateDriver = (settings: DriverSettings) => Driver | Promise<Driver>;

export interface DriverSettings {
  /** The driver's own, as the operator has set them; from a command line they are texts. */
  readonly options: OptionValues;
  /** Where it may keep what has to outlive the process. It may not be there yet. */
  readonly stateDirectory: string;
  /** What an operator should know and what is no reason to stop. A line without an end. */
  readonly warn: (text: string) => void;
  readonly tools: DriverTools;
}

/** What every driver needs. They are handed in, since a driver in a package of its own imports nothing of Berth. */
export interface DriverTools {
  /** The uuid of this host's node, made once and kept in the state directory. */
  readonly nodeUuid: () => string;
  /** The uuid of a provider below a root, or of one node of several: always the same for the same root and name. */
  readonly childUuid: (rootUuid: string, name: string) => string;
  /** Edits a tree, and allocations where they have to move, to what the node is to look like. */
  readonly applyPicture: typeof applyPicture;
}
