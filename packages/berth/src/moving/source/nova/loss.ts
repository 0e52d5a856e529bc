/** What is there at a Nova and does not come along, or not as it is, with what that means here. */
export const lossTexts = {
  'host-in-aggregate': 'a host that is in an aggregate has no compute service, so it is in none here',
  volume: 'servers have no volumes here: those that are attached are not told',
  'floating-address': 'floating addresses are left out: only fixed ones are kept',
  'security-group': "security groups are not kept: whatever has an address is shown in the group 'default'",
  'public-key':
    'the key pair that a server was made with is gone or another one, so its public key cannot be told to the server again',
  'instance-name':
    'the name of the machine on its host (instance-0000000a) is another one: the number in it is taken, or it has none',
  'node-of-deleted': 'the node that a deleted server was on is gone, so it is not told where it was',
  task: 'what was under way with a server is not known here and was dropped',
  'shelved-image':
    'the image that was made of a shelved server is not told: it can be made a server of by itself, and the shelved one be deleted',
  resized: 'a resize that waits to be confirmed cannot be: what it was before is not told',
  'disabled-flavor': 'flavors cannot be disabled here',
  quota: 'the limits of this project could not be read',
  'action-message': "the message of an action is another one than 'Error', which it says here",
  'unnamed-action': 'an action of no request cannot be asked for, and was left out',
  'unknown-server':
    'something is held in Placement for what looks like a server, and Nova has no server of that id',
} as const satisfies Readonly<Record<string, string>>;

export type LossKind = keyof typeof lossTexts;

/** One of them: what it is about. */
export interface Loss {
  readonly kind: LossKind;
  /** 'server 7d1c…: vol-1' */
  readonly what: string;
}

/** What no API of a Nova tells of anything. */
export const neverTold: readonly string[] = [
  'passwords of servers, and files that were put into them',
  'the properties of images as they were when servers were made of them (but for kernel and ramdisk), scheduler hints, the networks and devices that were asked for',
  'key pairs of users who own no server or server group, and limits of projects and users whose servers, groups or flavors are not there',
  'whether a limit that is equal to the default was set or not: it follows the default here',
  'who may see the events of actions beyond what is told to administrators; migrations that have been',
  'when flavors, hosts and limits were made, and fractions of the seconds in which servers were',
  'which kinds of guests hypervisors run, until their agents say so',
  'numbers of flavors, server groups and actions: they are counted anew, in the order in which they were made',
];
