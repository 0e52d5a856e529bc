/** What an agent says of a node of its host. */
export interface NodeFacts {
  readonly uuid: string;
  readonly name: string;
  readonly hypervisor: { readonly type: string; readonly version: number };
  readonly address: string;
  readonly vcpus: number;
  readonly memoryMb: number;
  readonly diskGb: number;
  /** JSON of the hypervisor's own. */
  readonly cpuInfo: string;
  /** The kinds of guests that it runs, in the words of image properties: `x86_64`, `kvm`, `hvm`. */
  readonly guests: readonly (readonly [architecture: string, hypervisorType: string, vmMode: string])[];
}

/** Who asks: an agent, by what it calls itself, for its host. */
export interface HostAgentName {
  readonly host: string;
  /** Another one each time it is started. */
  readonly agent: string;
}

/** Something to be done with a server. */
export interface HostOrder {
  readonly id: string;
  readonly number: number;
  /** Whether it was begun before, and may be done in part or as a whole. */
  readonly hasBegun: boolean;
  readonly work: HostWork;
  readonly machine: Machine;
}

/** What is to be done; what each kind takes besides is there for those alone that take it. */
export interface HostWork {
  readonly kind: string;
  readonly isHard: boolean;
  readonly preservesEphemeral: boolean;
  /** The machine is off afterwards. */
  readonly endsOff: boolean;
  readonly imageId: string | null;
  /** It is not to be done without a password, which is told to whoever begins. */
  readonly needsPassword: boolean;
  /** Where a machine goes that is to be on another host. */
  readonly to: MoveTarget | null;
  /** Whether a machine that has come from another host, or is back from one, is to run. */
  readonly isRunning: boolean;
  /** Whether a machine that is made anew has its disks here already; null: that is to be found out. */
  readonly hasSharedDisks: boolean | null;
  /** Whether a machine that has come while it ran, or is back, is to be paused. */
  readonly isPaused: boolean;
  /** Of a machine that goes while it runs: whether its disks are sent, too; null: that is for the hosts to find out. */
  readonly sendsDisks: boolean | null;
  /** Whether disks that are smaller than they say may go where there is no room for all that they say. */
  readonly mayOvercommitDisks: boolean;
}

export interface MoveTarget {
  readonly host: string;
  readonly node: string;
  /** What the node has said of itself. */
  readonly address: string | null;
}

/** Something that the service wants to know of a server, or of a node, by its name. */
export interface HostQuestion {
  readonly id: string;
  readonly kind: string;
  readonly server?: string | undefined;
  readonly node?: string | undefined;
}

export type QuestionAnswer =
  | { readonly kind: 'told'; readonly output: string }
  | { readonly kind: 'not there' | 'unsupported' }
  | { readonly kind: 'failed'; readonly message: string };

/** A server as its host has to have it. */
export interface Machine {
  readonly id: string;
  /** What the hypervisor's name for it is made of. */
  readonly number: number;
  readonly name: string;
  readonly hostname: string;
  /** Of the node that it is on; null: on none any more. */
  readonly node: string | null;
  readonly projectId: string;
  readonly userId: string;
  readonly flavor: MachineFlavor;
  readonly image: { readonly id: string; readonly properties: Readonly<Record<string, string>> } | null;
  readonly key: { readonly name: string; readonly publicKey: string } | null;
  readonly userData: string | null;
  readonly hasConfigDrive: boolean;
  readonly metadata: Readonly<Record<string, string>>;
  readonly addresses: readonly MachineAddress[];
}

export interface MachineFlavor {
  readonly id: string;
  readonly name: string;
  readonly vcpus: number;
  readonly memoryMb: number;
  readonly rootGb: number;
  readonly ephemeralGb: number;
  readonly swapMb: number;
  readonly extraSpecs: Readonly<Record<string, string>>;
}

export interface MachineAddress {
  readonly network: string;
  readonly version: number;
  readonly address: string;
  readonly mac: string;
}

/** What became of an order. */
export type OrderOutcome =
  | { readonly kind: 'begun' }
  | { readonly kind: 'done' }
  | {
      readonly kind: 'failed';
      readonly message: string;
      readonly details: string;
      /** The hypervisor cannot do that at all. */
      readonly isUnsupported?: boolean;
    }
  | ({ readonly kind: 'progress' } & MoveProgress);

/** How far a host is with a machine that it sends while it runs, in bytes. */
export interface MoveProgress {
  readonly memory: Transfer;
  readonly disk: Transfer;
}

export interface Transfer {
  readonly total: number;
  readonly processed: number;
  readonly remaining: number;
}

/** What the service has said to a report of an order. */
export interface ToldOrder {
  /** Whether it is still to be done. */
  readonly isOpen: boolean;
  /** What goes with it, to whoever begins; null where there is none, or nobody knows it any more. */
  readonly password: string | null;
}

export interface OrderReport {
  readonly order: string;
  readonly outcome: OrderOutcome;
}

/** What a hypervisor says of a machine; `none`: there is no such machine. */
export type PowerState = 'none' | 'running' | 'paused' | 'shutdown' | 'crashed' | 'suspended';

export interface PowerReport {
  readonly server: string;
  readonly state: PowerState;
}

/** What became of a server, as a host has to know it. */
export type ServerFate =
  | { readonly id: string; readonly fate: 'unknown' }
  | {
      readonly id: string;
      readonly fate: 'here' | 'elsewhere' | 'deleted';
      readonly number: number;
      readonly vmState: string;
      readonly powerState: string;
      /** Something is being done with it, or is to be. */
      readonly isBusy: boolean;
    };
