import type { HostOrder, MoveTarget } from '@berth/client/compute/records.ts';
import { type Guests, type LiveMoveControl, type LiveMoveOptions, NotRunning } from '../guests.ts';

/**
 * Does what an order says, with the password that goes with it. Throws where that cannot be done. `control`: what somebody wants of a machine that is
 * sent while it runs.
 */
export async function carryOut(
  guests: Guests,
  order: HostOrder,
  password: string | null,
  control?: LiveMoveControl,
): Promise<void> {
  const { machine, work } = order;
  const { isHard, preservesEphemeral, imageId, to, isRunning, isPaused } = work;
  if (work.needsPassword && password === null) throw new Error(passwordLost);
  switch (work.kind) {
    case 'build':
      return await build(guests, machine, password);
    case 'destroy':
      return await guests.destroy(machine.id);
    case 'start':
      return await guests.start(machine);
    case 'stop':
      return await guests.stop(machine);
    case 'reboot':
      return await guests.reboot(machine, { isHard });
    case 'pause':
      return await (guests.pause?.(machine) ?? cannot(order));
    case 'unpause':
      return await (guests.unpause?.(machine) ?? cannot(order));
    case 'suspend':
      return await (guests.suspend?.(machine) ?? cannot(order));
    case 'resume':
      return await (guests.resume?.(machine) ?? cannot(order));
    case 'rebuild':
      await (guests.rebuild?.(machine, { preservesEphemeral, password }) ?? cannot(order));
      if (work.endsOff) await guests.stop(machine);
      return;
    case 'rescue':
      return await (guests.rescue?.(machine, { imageId, password }) ?? cannot(order));
    case 'unrescue':
      return await (guests.unrescue?.(machine) ?? cannot(order));
    case 'set-password':
      if (password === null) throw new Error(passwordLost);
      return await setPassword(guests, order, password);
    // Which of them are kept is not the host's to say.
    case 'backup':
    case 'shelve-image':
    case 'snapshot':
      if (imageId === null) throw new Error('There is no image to put a snapshot into.');
      return await (guests.snapshot?.(machine, { imageId }) ?? cannot(order));
    // Until it is deleted for good, its machine is off.
    case 'soft-delete':
      return await guests.stop(machine);
    case 'restore':
      return await guests.start(machine);
    case 'crash-dump':
      return await (guests.crashDump?.(machine) ?? cannot(order));
    case 'shelve':
      return await guests.stop(machine);
    case 'offload':
      return await guests.destroy(machine.id);
    case 'unshelve':
      return await build(guests, imageId === null ? machine : madeOf(machine, imageId), null);
    case 'drop-copy':
      return await guests.destroy(machine.id);
    case 'prepare-move':
      return await (guests.prepareMove?.(machine) ?? cannot(order));
    case 'move-out':
      return await (guests.moveOut?.(machine, { to: targetIn(to) }) ?? cannot(order));
    case 'finish-move':
      return await (guests.finishMove?.(machine, { isRunning }) ?? cannot(order));
    case 'confirm-move':
      return await (guests.confirmMove?.(machine) ?? cannot(order));
    case 'revert-move':
      return await (guests.revertMove?.(machine) ?? cannot(order));
    case 'take-back':
      return await (guests.takeBack?.(machine, { isRunning }) ?? cannot(order));
    case 'evacuate':
      return await evacuate(guests, order, password);
    case 'drop-leftover':
      return await leave(guests, machine.id);
    case 'check-live-move':
      return await (guests.checkLiveMove?.(machine, liveOptions(work)) ?? cannot(order));
    case 'prepare-live-move':
      return await (guests.prepareLiveMove?.(machine, liveOptions(work)) ?? cannot(order));
    case 'live-move':
      return await (guests.liveMove?.(machine, liveOptions(work), control ?? untouched) ?? cannot(order));
    case 'finish-live-move':
      return await (guests.finishLiveMove?.(machine, { isPaused }) ?? cannot(order));
    case 'leave-live-move':
      return await (guests.leaveLiveMove?.(machine) ?? cannot(order));
    case 'revert-live-move':
      return await (guests.revertLiveMove?.(machine) ?? cannot(order));
    case 'resume-live-move':
      return await (guests.resumeLiveMove?.(machine, { isPaused }) ?? cannot(order));
    default:
      // A newer server may want what this agent has never heard of.
      return cannot(order);
  }
}

/** Nobody wants anything, or to know how far it is. */
const untouched: LiveMoveControl = {
  unwanted: new AbortController().signal,
  forced: new AbortController().signal,
  tell: () => undefined,
};

function liveOptions({ to, sendsDisks, mayOvercommitDisks }: HostOrder['work']): LiveMoveOptions {
  return { to: targetIn(to), sendsDisks, mayOvercommitDisks };
}

function targetIn(to: MoveTarget | null): MoveTarget {
  if (to === null) throw new Error('It is not said where the machine is to go.');
  return to;
}

/**
 * Where it fails nothing is left behind: the server then goes to another host. An agent that was killed before it could say so may have made
 * the machine already, and what cannot be taken away either is told as well.
 */
async function build(guests: Guests, machine: HostOrder['machine'], password: string | null): Promise<void> {
  await orNothing(
    () => guests.build(machine, { password }),
    () => guests.destroy(machine.id),
  );
}

/** The same, with disks that may be another host's. */
async function evacuate(
  guests: Guests,
  { machine, work }: HostOrder,
  password: string | null,
): Promise<void> {
  const { hasSharedDisks } = work;
  await orNothing(
    () => guests.evacuate?.(machine, { hasSharedDisks, password }) ?? guests.build(machine, { password }),
    () => leave(guests, machine.id),
  );
}

async function leave(guests: Guests, id: string): Promise<void> {
  await (guests.leave?.(id) ?? guests.destroy(id));
}

async function orNothing(make: () => Promise<void>, takeAway: () => Promise<void>): Promise<void> {
  try {
    await make();
  } catch (error) {
    try {
      await takeAway();
    } catch (left) {
      throw new Error(
        `${textOf(error)} What is left of the machine could not be destroyed: ${textOf(left)}`,
        {
          cause: left,
        },
      );
    }
    throw error;
  }
}

/** The image that was made of it says what its own said. */
function madeOf(machine: HostOrder['machine'], id: string): HostOrder['machine'] {
  return { ...machine, image: { id, properties: machine.image?.properties ?? {} } };
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function setPassword(guests: Guests, order: HostOrder, password: string): Promise<void> {
  const { machine } = order;
  try {
    await (guests.setPassword?.(machine, password) ?? cannot(order));
  } catch (error) {
    if (error instanceof Unsupported) throw error;
    const why = error instanceof NotRunning ? `instance ${machine.id} is not running` : textOf(error);
    throw new Error(`Failed to set admin password on ${machine.id} because ${why}`, { cause: error });
  }
}

/** Passwords are kept in memory only, and do not survive the process that was told one. */
const passwordLost =
  'The password was lost, since the service was started again before it could be set. Ask for it again.';

/** What a hypervisor cannot do at all. */
export class Unsupported extends Error {
  override readonly name = 'Unsupported';
}

function cannot({ work }: HostOrder): never {
  throw new Unsupported(`The hypervisor of this host cannot do this: ${work.kind}.`);
}
