/** Which worlds are measured, and what each is for. */
export interface Suite {
  readonly worlds: readonly SuiteWorld[];
  /** The worlds that bounds speak of. */
  readonly roles: Roles;
}

export interface SuiteWorld {
  readonly name: string;
  readonly operations: 'all' | 'candidates' | 'devices' | 'million';
  /** Whether the original is asked the same. Not where one question would take it a minute. */
  readonly isCompared: boolean;
}

export interface Roles {
  /** Hosts without children: a few, many, very many. */
  readonly small: string;
  readonly middle: string;
  readonly large: string;
  readonly nested: string;
  readonly devices: string;
  /** Where a million claims are to be made. */
  readonly million: string;
}

export const fullSuite: Suite = {
  worlds: [
    { name: 'flat-1000', operations: 'all', isCompared: true },
    { name: 'flat-10000', operations: 'all', isCompared: true },
    { name: 'flat-100000', operations: 'candidates', isCompared: false },
    { name: 'nested-1000', operations: 'all', isCompared: true },
    { name: 'nested-10000', operations: 'candidates', isCompared: false },
    { name: 'pci-8x8', operations: 'devices', isCompared: true },
    { name: 'pci-100x8', operations: 'devices', isCompared: false },
    // Eight times eight on each host.
    { name: 'pci-100x64', operations: 'devices', isCompared: false },
    { name: 'sharing-1000', operations: 'candidates', isCompared: true },
    { name: 'mixed-10000', operations: 'candidates', isCompared: true },
    { name: 'flat-5000', operations: 'million', isCompared: false },
  ],
  roles: {
    small: 'flat-1000',
    middle: 'flat-10000',
    large: 'flat-100000',
    nested: 'nested-1000',
    devices: 'pci-100x8',
    million: 'flat-5000',
  },
};

/** To see that everything works; what it measures says nothing. Not smaller, or claims would fill it in a second. */
export const quickSuite: Suite = {
  worlds: [
    { name: 'flat-200', operations: 'candidates', isCompared: true },
    { name: 'flat-400', operations: 'all', isCompared: true },
    { name: 'flat-2000', operations: 'candidates', isCompared: false },
    { name: 'nested-50', operations: 'candidates', isCompared: true },
    { name: 'pci-5x8', operations: 'devices', isCompared: false },
    { name: 'sharing-50', operations: 'candidates', isCompared: true },
    { name: 'mixed-100', operations: 'candidates', isCompared: true },
    { name: 'flat-500', operations: 'million', isCompared: false },
  ],
  roles: {
    small: 'flat-200',
    middle: 'flat-400',
    large: 'flat-2000',
    nested: 'nested-50',
    devices: 'pci-5x8',
    million: 'flat-500',
  },
};
