/** Operations of Nova that ours does not have: what they are about, and why. docs/differences.md shows it. */
export interface LeftOut {
  readonly what: string;
  /** As the checker of shared/conformance-compute calls them. */
  readonly operations: readonly string[];
  readonly reason: string;
}

const act = (...names: readonly string[]) => names.map((name) => `POST /servers/{id}/action ${name}`);

export const leftOut: readonly LeftOut[] = [
  {
    what: 'Volumes',
    operations: [
      'POST /servers/{server_id}/os-volume_attachments',
      'PUT /servers/{server_id}/os-volume_attachments/{id}',
      'DELETE /servers/{server_id}/os-volume_attachments/{id}',
    ],
    reason: 'Servers boot from images, and have no volumes.',
  },
  {
    what: 'Networks of servers that run',
    operations: [
      'GET /servers/{server_id}/os-interface',
      'POST /servers/{server_id}/os-interface',
      'GET /servers/{server_id}/os-interface/{id}',
      'DELETE /servers/{server_id}/os-interface/{id}',
      'GET /servers/{server_id}/os-security-groups',
      ...act(
        'addSecurityGroup',
        'removeSecurityGroup',
        'addFloatingIp',
        'removeFloatingIp',
        'addFixedIp',
        'removeFixedIp',
      ),
      'POST /os-server-external-events',
    ],
    reason: 'A server keeps the networks that it was made with.',
  },
  {
    what: 'The rest',
    operations: [
      'GET /servers/{server_id}/os-server-password',
      'DELETE /servers/{server_id}/os-server-password',
    ],
    reason: 'Few clients ask for them.',
  },
];

/** What cannot be exercised of what is there: success, or an error that is listed. */
export interface OutOfReach {
  readonly operation: string;
  readonly reason: string;
}

export const neverSucceeds: readonly OutOfReach[] = [
  {
    operation: 'GET /servers/{server_id}/migrations/{id}',
    reason: 'Only live migrations are shown so.',
  },
  {
    operation: 'POST /servers/{id}/action shelveOffload',
    reason: 'Shelved servers leave their hosts at once unless an operator says otherwise.',
  },
  ...act('os-getRDPConsole', 'os-getSPICEConsole', 'os-getSerialConsole', 'os-getVNCConsole')
    .concat('POST /servers/{server_id}/remote-consoles')
    .map((operation) => ({
      operation,
      reason:
        'Hosts tell what a console has written, and let nobody in: it is answered as by a Nova in which they are off.',
    })),
  {
    operation: 'GET /servers/{server_id}/os-volume_attachments/{id}',
    reason: 'Servers have no volumes.',
  },
  { operation: 'POST /servers/{id}/action resetNetwork', reason: 'It is gone from Nova, too.' },
  {
    operation: 'POST /servers/{id}/action restore',
    reason: 'Deleted servers are not kept unless an operator says so.',
  },
];

export const neverRefused: readonly OutOfReach[] = [
  {
    operation: 'GET /',
    reason: 'The document of a version is always found; Nova lists more than can happen.',
  },
];
