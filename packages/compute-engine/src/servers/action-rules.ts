import type { TaskState, VmState } from './server-states.ts';

/** In which states of a server something may be asked of it. */
export interface ActionRule {
  /** What refusals and the list of actions call it, in the original's words. */
  readonly name: string;
  readonly vmStates: readonly VmState[];
  /** Besides being busy with nothing. */
  readonly taskStates?: readonly TaskState[];
  /** Whatever it is busy with. */
  readonly mayBeBusy?: true;
  /** Whom a lock keeps out: nobody, or all but administrators, who are told so or that the state is not right. */
  readonly lock?: 'ignored' | 'told as a state';
  /** What is asked of its host is told to be that before its state is looked at; else it is asked about last. */
  readonly asksForHostFirst?: true;
  /** Whether it has to be on a host: it is, unless it says otherwise. */
  readonly needsHost?: false;
}

/** What a hard reboot may break off: whatever the machine itself is busy with. */
const breakable: readonly TaskState[] = [
  'rebooting',
  'rebooting_hard',
  'pausing',
  'unpausing',
  'suspending',
  'resuming',
];

/** By the work that is ordered. What is not here is asked in whatever state. */
export const actionRules = {
  stop: { name: 'stop', vmStates: ['active', 'error'], asksForHostFirst: true },
  start: { name: 'start', vmStates: ['stopped'], asksForHostFirst: true },
  'soft-reboot': { name: 'reboot', vmStates: ['active'] },
  'hard-reboot': {
    name: 'reboot',
    vmStates: ['active', 'stopped', 'paused', 'suspended', 'error'],
    taskStates: breakable,
  },
  pause: { name: 'pause', vmStates: ['active'] },
  unpause: { name: 'unpause', vmStates: ['paused'] },
  suspend: { name: 'suspend', vmStates: ['active'] },
  resume: { name: 'resume', vmStates: ['suspended'] },
  rebuild: { name: 'rebuild', vmStates: ['active', 'stopped', 'error'] },
  rescue: { name: 'rescue', vmStates: ['active', 'stopped', 'error'] },
  unrescue: { name: 'unrescue', vmStates: ['rescued'] },
  'set-password': { name: 'changePassword', vmStates: ['active'], lock: 'told as a state' },
  snapshot: { name: 'createImage', vmStates: ['active', 'stopped', 'paused', 'suspended'], lock: 'ignored' },
  resize: { name: 'resize', vmStates: ['active', 'stopped'] },
  migrate: { name: 'migrate', vmStates: ['active', 'stopped'] },
  'live-migrate': { name: 'os-migrateLive', vmStates: ['active', 'paused'] },
  'confirm-resize': { name: 'confirmResize', vmStates: ['resized'] },
  'revert-resize': { name: 'revertResize', vmStates: ['resized'] },
  evacuate: {
    name: 'evacuate',
    vmStates: ['active', 'stopped', 'error'],
    mayBeBusy: true,
    lock: 'ignored',
  },
  restore: { name: 'restore', vmStates: ['soft-delete'], lock: 'told as a state' },
  backup: { name: 'createBackup', vmStates: ['active', 'stopped', 'paused', 'suspended'], lock: 'ignored' },
  'crash-dump': {
    name: 'trigger_crash_dump',
    vmStates: ['active', 'paused', 'rescued', 'resized', 'error'],
    asksForHostFirst: true,
  },
  shelve: { name: 'shelve', vmStates: ['active', 'stopped', 'paused', 'suspended'] },
  offload: { name: 'shelveOffload', vmStates: ['shelved'] },
  unshelve: { name: 'unshelve', vmStates: ['shelved', 'shelved_offloaded'], needsHost: false },
} as const satisfies Readonly<Record<string, ActionRule>>;
