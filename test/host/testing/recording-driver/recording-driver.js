import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createDriver as createFake } from '../../../../packages/host/src/drivers/fake/fake-driver.ts';

/**
 * The driver `fake`, which besides writes down what it has done with which machine: a line for each, when it is done.
 *
 * @type {import('@berth/host/drivers/driver-module.ts').CreateDriver}
 */
export function createDriver(settings) {
  const driver = createFake(settings);
  const { guests } = driver;
  mkdirSync(settings.stateDirectory, { recursive: true });
  for (const work of [
    'build',
    'destroy',
    'start',
    'stop',
    'reboot',
    'pause',
    'unpause',
    'suspend',
    'resume',
  ]) {
    const carryOut = guests[work].bind(guests);
    guests[work] = async (machine, options) => {
      await carryOut(machine, options);
      appendFileSync(join(settings.stateDirectory, 'done'), `${machine.id ?? machine} ${work}\n`);
    };
  }
  return driver;
}
