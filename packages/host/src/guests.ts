import type { GuestDiagnostics } from '@berth/client/compute/diagnostics.ts';
import type {
  Machine,
  MoveProgress,
  MoveTarget,
  NodeFacts,
  PowerState,
} from '@berth/client/compute/records.ts';

/**
 * The part of a driver that runs machines: with it, the host can be a compute host. Whatever it is asked to do it may be asked to do again,
 * since nobody knows what a process that was killed had done of it: then it goes on from there, and what is done stays as it is. It is
 * never asked to do two things with one machine at the same time. What it throws becomes the fault of the server.
 *
 * What a hypervisor cannot do is left out. It is then refused, with a sentence that says so.
 */
export interface Guests {
  /** What is known of a node besides what Placement is told. */
  nodeFacts(nodename: string): Omit<NodeFacts, 'uuid' | 'name'> | Promise<Omit<NodeFacts, 'uuid' | 'name'>>;
  /** All machines that are there, by the ids of their servers. */
  list(): Promise<readonly Guest[]>;
  build(machine: Machine, options: WithPassword): Promise<void>;
  /** With all that belongs to it, what was put aside of it too. One that is not there is destroyed. */
  destroy(id: string): Promise<void>;
  start(machine: Machine): Promise<void>;
  stop(machine: Machine): Promise<void>;
  reboot(machine: Machine, options: { readonly isHard: boolean }): Promise<void>;
  pause?(machine: Machine): Promise<void>;
  unpause?(machine: Machine): Promise<void>;
  suspend?(machine: Machine): Promise<void>;
  resume?(machine: Machine): Promise<void>;
  /** Anew from the image that the machine has now. It runs afterwards, whatever it was before. */
  rebuild?(machine: Machine, options: { readonly preservesEphemeral: boolean } & WithPassword): Promise<void>;
  /** From another image; null: from its own. */
  rescue?(machine: Machine, options: { readonly imageId: string | null } & WithPassword): Promise<void>;
  unrescue?(machine: Machine): Promise<void>;
  /** Of who administers the machine. Throws `NotRunning` where it does not run. */
  setPassword?(machine: Machine, password: string): Promise<void>;
  /** Into an image that is there to be filled. */
  snapshot?(machine: Machine, options: { readonly imageId: string }): Promise<void>;
  /** The system in it writes down what it is about, as if it had crashed. */
  crashDump?(machine: Machine): Promise<void>;
  /**
   * A machine that is on another host is to come here, as it will be. Whatever it takes here is made ready; nothing is done with the
   * machine itself. From here on a driver that can move machines has all of these, up to `takeBack`.
   */
  prepareMove?(machine: Machine): Promise<void>;
  /** The machine is turned off and put aside, and the other host has its disks. That may be this one, which makes another machine of them. */
  moveOut?(machine: Machine, options: { readonly to: MoveTarget }): Promise<void>;
  /** The machine is made of what has come from the other host. */
  finishMove?(machine: Machine, options: { readonly isRunning: boolean }): Promise<void>;
  /** What was put aside goes for good. */
  confirmMove?(machine: Machine): Promise<void>;
  /** What has come from the other host goes for good, or what was made ready for it; what was put aside on this host stays. */
  revertMove?(machine: Machine): Promise<void>;
  /** What was put aside is the machine again; where nothing was, it is as it is, and is started if it is to run. */
  takeBack?(machine: Machine, options: { readonly isRunning: boolean }): Promise<void>;
  /**
   * The machine of a host that is gone is made here: of its disks, where this host has them too, else anew of its image. `hasSharedDisks` is what somebody
   * has said of that, and null where it is to be found out. Where this is left out, hosts share nothing, and it is built.
   */
  evacuate?(
    machine: Machine,
    options: { readonly hasSharedDisks: boolean | null } & WithPassword,
  ): Promise<void>;
  /** The machine is on another host now: all that this one has of it goes, but for disks that both have. Where this is left out, it is destroyed. */
  leave?(id: string): Promise<void>;
  /**
   * Whether a machine that runs on another host could run here. Nothing is made ready for it. From here on a driver that can move machines
   * while they run has all of these, up to `resumeLiveMove`.
   */
  checkLiveMove?(machine: Machine, options: LiveMoveOptions): Promise<void>;
  /** Whatever the machine takes here is made ready. */
  prepareLiveMove?(machine: Machine, options: LiveMoveOptions): Promise<void>;
  /**
   * The machine is sent, and afterwards runs on the other host and not on this one; where it has gone already, that is so. It is said now and then how far
   * it is. What cannot be sent, or is not wanted any more in time, throws, and the machine runs here as before.
   */
  liveMove?(machine: Machine, options: LiveMoveOptions, control: LiveMoveControl): Promise<void>;
  /** What is left to be done with a machine that has come. It runs, or is paused. */
  finishLiveMove?(machine: Machine, options: { readonly isPaused: boolean }): Promise<void>;
  /** What is left of a machine that has gone goes for good. */
  leaveLiveMove?(machine: Machine): Promise<void>;
  /** What has come of a machine that stays where it is goes for good, or what was made ready for it. */
  revertLiveMove?(machine: Machine): Promise<void>;
  /** The machine did not go, and is as it was: it runs, or is paused. */
  resumeLiveMove?(machine: Machine, options: { readonly isPaused: boolean }): Promise<void>;
  /** What the machine has written to its console, the end of it at least; null where it has none. It is asked at any time, whatever is done with the machine. */
  consoleOutput?(id: string): Promise<string | null>;
  /** How the machine does; null where there is none. It is asked at any time, too. */
  diagnostics?(id: string): Promise<GuestDiagnostics | null>;
  /** How long the machine that guests run on is up, as its own `uptime` says it. */
  uptime?(nodename: string): Promise<string>;
}

/** How a machine is to be sent while it runs. */
export interface LiveMoveOptions {
  readonly to: MoveTarget;
  /** Whether its disks are sent, too; null: that is for the driver to find out. */
  readonly sendsDisks: boolean | null;
  /** Whether disks that are smaller than they say may go where there is no room for all that they say. */
  readonly mayOvercommitDisks: boolean;
}

/** What somebody wants of a machine while it is sent, and is told of it. */
export interface LiveMoveControl {
  /** It is to stay after all. */
  readonly unwanted: AbortSignal;
  /** It is to come to an end, even if the machine has to stand still for that. */
  readonly forced: AbortSignal;
  tell(progress: MoveProgress): void;
}

/** Null where nobody has chosen one and the one that was made up is lost: then the machine has none. */
export interface WithPassword {
  readonly password: string | null;
}

/** What can only be done with a machine that runs. */
export class NotRunning extends Error {
  override readonly name = 'NotRunning';
}

export interface Guest {
  readonly id: string;
  readonly powerState: Exclude<PowerState, 'none'>;
}

/** What every driver that runs machines has. */
export const neededOfGuests = ['nodeFacts', 'list', 'build', 'destroy', 'start', 'stop', 'reboot'] as const;
