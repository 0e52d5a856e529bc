import { createHash } from 'node:crypto';
import { createDriver as createFake } from '../../../packages/host/src/drivers/fake/fake-driver.ts';

/**
 * The driver `fake`, with machines with which something fails now and then, before anything of it is done. What fails on one host may go
 * well on another one, and the next time.
 *
 * @type {import('@berth/host/drivers/driver-module.ts').CreateDriver}
 */
export function createDriver(settings) {
  const { fail = '0', ...options } = settings.options;
  const driver = createFake({ ...settings, options });
  const { guests } = driver;
  let count = 0;
  /** Machines with which something is being done: what is a part of that does not fail by itself, or what has two parts would fail twice as often. */
  const busy = new Set();
  for (const work of works) {
    const carryOut = guests[work].bind(guests);
    guests[work] = async (machine, ...rest) => {
      const id = machine.id ?? machine;
      if (busy.has(id)) return await carryOut(machine, ...rest);
      const drawn = createHash('sha256')
        .update(`${String(options.name)} ${work} ${id} ${count++}`)
        .digest();
      // After it took a while, as if it were done.
      if (drawn.readUInt32BE() / 2 ** 32 >= Number(fail)) {
        busy.add(id);
        try {
          return await carryOut(machine, ...rest);
        } finally {
          busy.delete(id);
        }
      }
      await new Promise((resolve) => setTimeout(resolve, drawn[4] ?? 0));
      throw new Error(`${work} has failed by chance`);
    };
  }
  return driver;
}

const works = [
  'build',
  'destroy',
  'start',
  'stop',
  'reboot',
  'pause',
  'unpause',
  'suspend',
  'resume',
  'rebuild',
  'rescue',
  'unrescue',
  'snapshot',
  'prepareMove',
  'moveOut',
  'finishMove',
  'confirmMove',
  'revertMove',
  'takeBack',
  'checkLiveMove',
  'prepareLiveMove',
  'liveMove',
  'finishLiveMove',
  'leaveLiveMove',
  'revertLiveMove',
  'resumeLiveMove',
  'evacuate',
  'leave',
];
