import { realpathSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onOneLine, quote } from '@berth/client/quote.ts';
import type { Driver } from '../driver.ts';
import { neededOfGuests } from '../guests.ts';
import { CheckedDriver, DriverError } from './checked-driver.ts';
import { childUuid } from './child-uuid.ts';
import type { CreateDriver, DriverSettings } from './driver-module.ts';
import { driversOf, installedDrivers, type OfferedDriver } from './driver-packages.ts';
import { nodeUuid } from './node-uuid.ts';
import { applyPicture } from './reshape/apply-picture.ts';

export interface LoadOptions extends Omit<DriverSettings, 'tools'> {
  /** Where to begin to look for packages. */
  readonly directory: string;
  /** Instead of the uuid that is kept in the state directory, for who must not make one. */
  readonly nodeUuid?: () => string;
}

const builtIn: Readonly<Record<string, () => Promise<{ readonly createDriver: CreateDriver }>>> = {
  fake: () => import('./fake/fake-driver.ts'),
  local: () => import('./local/local-driver.ts'),
};

/** How long a module may take to load. */
const loadMs = 10_000;

/**
 * A driver by its name: one that comes with Berth, one that an installed package offers, or, for a name that begins with `.` or `/`, the one
 * of the package in that directory. Its answers are checked.
 *
 * @throws {DriverError} where there is none, or it cannot be made.
 */
export async function loadDriver(name: string, options: LoadOptions): Promise<Driver> {
  const createDriver = Object.hasOwn(builtIn, name)
    ? (await builtIn[name]?.())?.createDriver
    : await importCreate(findOffered(name, options.directory));
  try {
    const driver: unknown = await createDriver?.(settingsOf(options));
    for (const method of ['nodes', 'updateProviderTree', 'capabilityTraits']) {
      if (typeof (Object(driver) as Record<string, unknown>)[method] !== 'function') {
        throw new DriverError(`what createDriver returns has no method ${method}`);
      }
    }
    const { guests } = driver as Driver;
    for (const method of guests === undefined ? [] : neededOfGuests) {
      if (typeof (Object(guests) as Record<string, unknown>)[method] !== 'function') {
        throw new DriverError(`the guests of what createDriver returns have no method ${method}`);
      }
    }
    return new CheckedDriver(name, driver as Driver);
  } catch (error) {
    throw new DriverError(`driver ${quote(name)}: ${onOneLine(messageOf(error), 1000)}`, { cause: error });
  }
}

function settingsOf({ options, stateDirectory, warn, nodeUuid: given }: LoadOptions): DriverSettings {
  const tools = { nodeUuid: given ?? (() => nodeUuid(stateDirectory)), childUuid, applyPicture };
  return { options, stateDirectory, warn, tools };
}

function findOffered(name: string, directory: string): OfferedDriver {
  const isPath = name.startsWith('.') || isAbsolute(name);
  const { drivers, problems } = isPath
    ? driversOf(resolve(directory, name), { isNamed: true })
    : installedDrivers(directory);
  const found = isPath ? drivers : drivers.filter((driver) => driver.name === name);
  const [first, second] = found;
  if (first === undefined) {
    const known = [...Object.keys(builtIn), ...(isPath ? [] : drivers.map((driver) => driver.name))].join(
      ', ',
    );
    const reasons = problems.length === 0 ? '' : `\n${problems.join('\n')}`;
    throw new DriverError(`there is no driver ${quote(name)}; there are ${known}${reasons}`);
  }
  if (second !== undefined) {
    const offers = found
      .map((driver) => `${driver.name} of ${driver.packageName} (${driver.directory})`)
      .join(', ');
    throw new DriverError(
      `the driver ${quote(name)} is offered more than once: ${offers}; name its directory, with one driver in it`,
    );
  }
  return first;
}

async function importCreate({ name, directory, module }: OfferedDriver): Promise<CreateDriver> {
  const place = join(directory, module);
  const refuse = (text: string, cause?: unknown) =>
    new DriverError(`driver ${quote(name)}: ${text} (${place})`, { cause });
  let exports: Readonly<Record<string, unknown>>;
  try {
    const file = realpathSync(place);
    if (relative(directory, file).startsWith('..')) throw new Error('the module is not in its package');
    exports = Object(await withinLimit(import(pathToFileURL(file).href))) as typeof exports;
  } catch (error) {
    throw refuse(`cannot be loaded: ${onOneLine(messageOf(error), 500)}`, error);
  }
  const create = exports['createDriver'] ?? exports['default'];
  if (typeof create !== 'function')
    throw refuse(`exports neither 'createDriver' nor a default that is a function`);
  return create as CreateDriver;
}

/** A module can wait for ever at its top level. */
async function withinLimit(work: Promise<unknown>): Promise<unknown> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`was not loaded within ${loadMs} ms`)), loadMs);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
