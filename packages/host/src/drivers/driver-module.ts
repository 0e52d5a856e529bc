import type { Driver } from '../driver.ts';
import type { OptionValues } from './driver-options.ts';

/** What the module of a driver exports, as `createDriver` or as its default. */
export type CreateDriver = (settings: DriverSettings) => Driver | Promise<Driver>;

export interface DriverSettings {
  /** The driver's own, as the operator has set them; from a command line they are texts. `DriverOptions` helps to read them. */
  readonly options: OptionValues;
  /** Where it may keep what has to outlive the process. It may not be there yet. */
  readonly stateDirectory: string;
  /** What an operator should know and what is no reason to stop. A line without an end. */
  readonly warn: (text: string) => void;
}
