import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { describe, test } from 'node:test';
import { ConfigError } from './config-error.ts';
import { LedgerPlace } from './ledger-place.ts';
import { type LoadedConfig, loadConfig } from './load-config.ts';
import { portsOf } from './ports-of.ts';

describe('without being told anything', () => {
  test('everything has its default', () => {
    const { config, origins } = load({});
    assert.deepEqual(config, {
      host: '127.0.0.1',
      port: 8778,
      workers: 1,
      bodyLimitBytes: 8_388_608,
      writeItemsMax: 5_000,
      allBodiesBytes: 67_108_864,
      requestTimeoutMs: 60_000,
      shutdownGraceMs: 30_000,
      maxConnections: 10_000,
      maxEventReaders: 1_000,
      hostSilenceMaxMs: 60_000,
      maxWaitingHosts: 20_000,
      fakeHosts: 0,
      fakeHostOptions: [],
      imageUrl: null,
      identityPort: null,
      placementPort: null,
      computePort: null,
      imagePort: null,
      networkPort: null,
      imageStore: null,
      imageBytesMax: 1024 ** 4,
      allImagesBytesMax: 1024 ** 4,
      imagesMax: 10_000,
      imagePolicyFile: null,
      imageTimeoutMs: 10_000,
      networkUrl: null,
      networkTimeoutMs: 10_000,
      imageToken: null,
      networkToken: null,
      networkAttempts: 5,
      portsAtOnce: 16,
      imageDirectory: null,
      serverNetworkName: 'private',
      serverNetwork: '10.0.0.0/12',
      reclaimIntervalMs: 0,
      shelvedOffloadMs: 0,
      deletedRetentionMs: 31_536_000_000,
      deletedServersMax: 1_000_000,
      mayResizeInPlace: false,
      resizeConfirmWindowMs: 0,
      buildAttemptsMax: 3,
      enabledFilters: [
        'ComputeFilter',
        'ComputeCapabilitiesFilter',
        'ImagePropertiesFilter',
        'ServerGroupAntiAffinityFilter',
        'ServerGroupAffinityFilter',
      ],
      maxPlacementResults: 1_000,
      ramMultiplier: 1,
      cpuMultiplier: 1,
      diskMultiplier: 1,
      ioOpsMultiplier: -1,
      buildFailureMultiplier: 1_000_000,
      softAffinityMultiplier: 1,
      softAntiAffinityMultiplier: 1,
      limitsTenantsToAggregates: false,
      tenantsNeedAggregates: false,
      asksForImageType: false,
      isolatesAggregates: false,
      asksForImageTraits: false,
      disablesSharedCpuFallback: false,
      defaultZone: 'nova',
      zoneOfNewServers: null,
      defaultArchitecture: null,
      maxInstancesPerHost: 50,
      maxIoOpsPerHost: 8,
      imageIsolationNamespace: null,
      imageIsolationSeparator: '.',
      pageMax: 1_000,
      quotaInstances: 10,
      quotaCores: 20,
      quotaRam: 51_200,
      quotaKeyPairs: 100,
      quotaMetadataItems: 128,
      quotaServerGroups: 10,
      quotaServerGroupMembers: 10,
      quotaInjectedFiles: 5,
      quotaInjectedFileContentBytes: 10_240,
      quotaInjectedFilePathLength: 255,
      isComputeHost: false,
      hostName: null,
      ordersAtOnce: 10,
      maxAnonymousConnections: 1_000,
      trustsForwarded: false,
      pathPrefix: null,
      tlsCertFile: null,
      tlsKeyFile: null,
      tlsMinVersion: '1.2',
      ledgerPath: LedgerPlace.parse('./berth.db'),
      ledgerSchema: 'berth',
      journalRetentionMs: 604_800_000,
      leaseMs: 10_000,
      clusterAddress: null,
      clusterCaFile: null,
      authStrategy: 'noauth2',
      allowsNoauthEverywhere: false,
      keystoneAuthUrl: null,
      keystoneWwwAuthenticateUri: null,
      keystoneUsername: null,
      keystonePassword: null,
      keystonePasswordFile: null,
      keystoneUserDomain: 'Default',
      keystoneProject: 'service',
      keystoneProjectDomain: 'Default',
      keystoneApplicationCredentialId: null,
      keystoneApplicationCredentialSecret: null,
      keystoneCacheMs: 300_000,
      keystoneTimeoutMs: 10_000,
      identityAdminPasswordFile: null,
      identityTokenLifetimeMs: 3_600_000,
      identityLockoutAttempts: 5,
      identityLockoutMs: 300_000,
      identityRegion: 'RegionOne',
      publicUrl: null,
      policyFile: null,
      computePolicyFile: null,
      identityPolicyFile: null,
      enforcesNewDefaults: false,
      enforcesScope: true,
      extraSpecsSchemas: [],
      extraSpecsPlugins: null,
      corsAllowedOrigins: null,
      corsAllowHeaders: [
        'X-Auth-Token',
        'X-Openstack-Request-Id',
        'X-Identity-Status',
        'X-Roles',
        'X-Service-Catalog',
        'X-User-Id',
        'X-Tenant-Id',
        'OpenStack-API-Version',
      ],
      corsExposeHeaders: [
        'X-Auth-Token',
        'X-Openstack-Request-Id',
        'X-Subject-Token',
        'X-Service-Token',
        'OpenStack-API-Version',
      ],
      corsAllowMethods: ['GET', 'PUT', 'POST', 'DELETE', 'PATCH'],
      corsMaxAgeMs: 3_600_000,
      corsAllowsCredentials: true,
      logLevel: 'info',
      logFile: null,
      hasAccessLog: true,
      logFormat: 'auto',
      maxAllocationCandidates: 100_000,
      maxSearchSteps: 100_000_000,
      randomizesCandidates: false,
      candidateStrategy: 'breadth-first',
      explainDeadlineMs: 500,
      explainNearest: 10,
      explainRelaxations: 10,
      explainsEmptyAnswers: true,
      explainLogLevel: 'info',
      incompleteConsumerProjectId: '00000000-0000-0000-0000-000000000000',
      incompleteConsumerUserId: '00000000-0000-0000-0000-000000000000',
      hasMetrics: true,
      hostDriver: 'local',
      hostDriverOptions: [],
      hostNodeName: null,
      hostStateDirectory: '/var/lib/berth',
      hostProviderConfigDirectory: null,
      isHostDisabled: false,
      agentIntervalMs: 60_000,
      agentRefreshMs: 300_000,
      placementUrl: null,
      osCloud: null,
      osCacertFile: null,
      placementTimeoutMs: 60_000,
      healthHost: '127.0.0.1',
      healthPort: null,
    });
    assert.equal(origins.port, 'default');
  });
});

describe('a value', () => {
  const file = 'server:\n  host: 127.0.0.3\n  port: 3\n  max_connections: 3\n';

  test('of a flag counts before a variable, this before the file, and this before the default', () => {
    const { config, origins } = load({
      args: ['--config', 'berth.yaml', '--port', '1'],
      environment: { BERTH_PORT: '2', BERTH_HOST: '127.0.0.2' },
      files: { 'berth.yaml': file },
    });
    assert.equal(config.port, 1);
    assert.equal(config.host, '127.0.0.2');
    assert.equal(config.maxConnections, 3);
    assert.deepEqual(
      [origins.port, origins.host, origins.maxConnections, origins.logLevel],
      ['--port', 'BERTH_HOST', 'berth.yaml:4: server.max_connections', 'default'],
    );
  });

  test('comes from the file that a variable names, if no flag names another', () => {
    const environment = { BERTH_CONFIG: 'a.yaml' };
    const files = { 'a.yaml': 'server: { port: 1 }', 'b.yaml': 'server: { port: 2 }' };
    assert.equal(load({ environment, files }).config.port, 1);
    assert.equal(load({ args: ['--config=b.yaml'], environment, files }).config.port, 2);
  });

  test('is the same, however it is written', () => {
    const written: readonly (readonly [string, Sources])[] = [
      ['flag', { args: ['--port=80'] }],
      ['flag and value', { args: ['--port', '80'] }],
      ['the last of two flags', { args: ['--port', '79', '--port', '80'] }],
      ['variable', { environment: { BERTH_PORT: '80' } }],
      ['YAML', { args: ['--config=f'], files: { f: 'server:\n  port: 80' } }],
      ['quoted YAML', { args: ['--config=f'], files: { f: 'server:\n  "port": "80"' } }],
    ];
    for (const [name, sources] of written) assert.equal(load(sources).config.port, 80, name);
  });

  test('that is on or off may be written in many ways', () => {
    assert.equal(load({ args: ['--no-metrics'] }).config.hasMetrics, false);
    assert.equal(load({ args: ['--no-metrics', '--metrics'] }).config.hasMetrics, true);
    for (const word of ['false', 'No', 'off', '0']) {
      assert.equal(load({ args: [`--metrics=${word}`] }).config.hasMetrics, false, word);
      assert.equal(load({ environment: { BERTH_METRICS: word } }).config.hasMetrics, false, word);
      const files = { f: `metrics:\n  enabled: ${word}\n` };
      assert.equal(load({ args: ['--config=f'], files }).config.hasMetrics, false, word);
    }
  });

  test('that is a list may have commas, be repeated, or be a YAML list', () => {
    const origins = ['https://a.example', 'https://b.example:8443'];
    const [first = '', second = ''] = origins;
    for (const sources of [
      { args: ['--cors-allowed-origins', `${first}, ${second}`] },
      { args: ['--cors-allowed-origins', first, '--cors-allowed-origins', second] },
      { environment: { BERTH_CORS_ALLOWED_ORIGINS: `${first},${second}` } },
      { args: ['--config=f'], files: { f: `cors:\n  allowed_origins:\n  - ${first}\n  - ${second}\n` } },
    ]) {
      assert.deepEqual(load(sources).config.corsAllowedOrigins, origins);
    }
  });

  test('that is a time or a size has a unit, or the usual one', () => {
    for (const [text, ms] of [
      ['250ms', 250],
      ['90', 90_000],
      ['90s', 90_000],
      ['5m', 300_000],
      ['2h', 7_200_000],
      ['1d', 86_400_000],
    ] as const) {
      assert.equal(load({ args: ['--request-timeout', text] }).config.requestTimeoutMs, ms);
    }
    for (const [text, bytes] of [
      ['100', 100],
      ['2KiB', 2048],
      ['1GiB', 1_073_741_824],
    ] as const) {
      assert.equal(load({ args: ['--body-limit', text] }).config.bodyLimitBytes, bytes);
    }
  });

  test('that limits candidates may say that there is no limit', () => {
    const limited = (text: string) => load({ args: ['--max-allocation-candidates', text] }).config;
    assert.equal(limited('-1').maxAllocationCandidates, null);
    assert.equal(limited('none').maxAllocationCandidates, null);
    assert.equal(limited('7').maxAllocationCandidates, 7);
  });

  test('that is empty in the environment or absent in the file is not set', () => {
    assert.equal(load({ environment: { BERTH_PORT: '' } }).config.port, 8778);
    const files = { f: 'server:\n  port:\n  host: ~\ncors:\n' };
    const { config } = load({ args: ['--config=f'], files });
    assert.deepEqual([config.port, config.host], [8778, '127.0.0.1']);
    assert.equal(load({ args: ['--config=f'], files: { f: '# nothing yet\n' } }).config.port, 8778);
  });
});

describe('what is wrong is told with its place', () => {
  const wrong: readonly (readonly [Sources, ...RegExp[]])[] = [
    [{ args: ['--prot', '1'] }, /^--prot: there is no such option \(did you mean '--port'\?\)$/],
    [{ args: ['--keystone-password', 'x'] }, /^--keystone-password: there is no such option/],
    [{ args: ['--no-port'] }, /^--no-port: there is no such option/],
    [{ args: ['stray'] }, /^'stray': not expected here$/],
    [{ args: ['--port'] }, /^--port: needs a value$/],
    [{ args: ['--port', '--metrics'] }, /^--port: needs a value$/],
    [{ args: ['--no-metrics=1'] }, /^--no-metrics: takes no value$/],
    [{ args: ['--port', '65536'] }, /^--port: must be a whole number from 0 to 65535, not '65536'$/],
    [{ args: ['--port', '0x50'] }, /^--port: must be a whole number/],
    [{ args: ['--metrics=perhaps'] }, /^--metrics: must be true or false, not 'perhaps'$/],
    [{ args: ['--log-level', 'loud'] }, /^--log-level: must be one of trace, debug, .*, not 'loud'$/],
    [
      { args: ['--request-timeout', '5 weeks'] },
      /^--request-timeout: must be a time from 1ms to 1d, .*, not '5 weeks'$/,
    ],
    [{ args: ['--request-timeout', '0'] }, /^--request-timeout: must be a time from 1ms/],
    [{ args: ['--shutdown-grace', '25h'] }, /^--shutdown-grace: must be a time from 1ms to 1d/],
    [{ args: ['--journal-retention', '7 weeks'] }, /^--journal-retention: must be a time such as/],
    [{ args: ['--body-limit', '8MB'] }, /^--body-limit: must be a size such as/],
    [
      { args: ['--max-connections', '0'] },
      /^--max-connections: must be a whole number of 1 or more, not '0'$/,
    ],
    [{ args: ['--keystone-auth-url', 'ftp://k'] }, /^--keystone-auth-url: must be an http or https URL/],
    [{ args: ['--ledger='] }, /^--ledger: must be a file, :memory:, or postgres:/],
    [
      { environment: { BERTH_PORTS: '1' } },
      /^BERTH_PORTS: there is no such variable \(did you mean 'BERTH_PORT'\?\)$/,
    ],
    [{ environment: { BERTH_PORT: 'tcp://10.0.0.1:80' } }, /^BERTH_PORT: must be a whole number .*'tcp:/],
    [{ args: ['--config', 'gone.yaml'] }, /^--config: .*gone\.yaml/],
    [{ environment: { BERTH_CONFIG: 'gone.yaml' } }, /^BERTH_CONFIG: .*gone\.yaml/],
    [
      inFile('server:\n  prot: 1\n'),
      /^f:2: server\.prot: there is no such setting \(did you mean 'server\.port'\?\)$/,
    ],
    [inFile('\n\nsever:\n  port: 1\n'), /^f:3: sever: there is no such section \(did you mean 'server'\?\)$/],
    [inFile('server:\n\n  port: high\n'), /^f:3: server\.port: must be a whole number .*, not 'high'$/],
    [inFile('server:\n  port: [1, 2]\n'), /^f:2: server\.port: must be a whole number/],
    [inFile('cors:\n  allow_methods: [{ a: 1 }]\n'), /^f:2: cors\.allow_methods: must be a list/],
    [inFile('server: 8778\n'), /^f:1: server: must have entries/],
    [inFile('- server\n'), /^f: must have entries/],
    [inFile('server:\n  port: 1\n  port: 2\n'), /^f:3: Map keys must be unique/],
    [inFile('server:\n port: "1\n'), /^f:\d+: /],
    [inFile('? [a]\n: 1\n'), /^f:1: \(not a name\): there is no such section/],
    [
      { args: ['--port', 'x', '--what'], environment: { BERTH_WHO: '1' } },
      /^--what: there/,
      /^BERTH_WHO: there/,
      /^--port: must/,
    ],
  ];
  for (const [sources, ...expected] of wrong) {
    test(JSON.stringify(sources), () => {
      const problems = problemsOf(sources);
      assert.equal(problems.length, expected.length, problems.join('\n'));
      for (const [index, pattern] of expected.entries()) assert.match(problems[index] ?? '', pattern);
    });
  }

  test('but a secret is not shown', () => {
    const [problem = ''] = problemsOf({
      args: ['--config=f'],
      files: { f: 'keystone:\n  password: [hunter2]\n' },
    });
    assert.match(problem, /^f:2: keystone\.password: must be/);
    assert.doesNotMatch(problem, /hunter2/);
  });

  test('and what Kubernetes sets for a service of this name is not wrong', () => {
    const environment = { BERTH_SERVICE_HOST: '10.0.0.1', BERTH_PORT_8778_TCP: 'tcp://10.0.0.1:8778' };
    assert.equal(load({ environment }).config.port, 8778);
  });
});

describe('workers', () => {
  test('are as many as are asked for, or as there are cores', () => {
    const workers = (text: string) => load({ args: ['--workers', text] }).config.workers;
    assert.equal(workers('3'), 3);
    assert.equal(workers('auto'), availableParallelism());
    for (const wrong of ['0', '-1', '1.5', 'many', '257'])
      assert.match(
        problemsOf({ args: ['--workers', wrong] })[0] ?? '',
        /^--workers: must be a whole number from 1 to/,
      );
  });

  test('are several only on a ledger that is not shared', () => {
    const args = ['--ledger', 'postgres://berth@db.example/berth'];
    assert.match(
      problemsOf({ args: [...args, '--workers', '2'] })[0] ?? '',
      /^2 workers need a ledger in a file: on PostgreSQL start several processes/,
    );
    assert.equal(load({ args: [...args, '--workers', '1'] }).config.workers, 1);
    assert.equal(load({ args: ['--ledger', ':memory:', '--workers', '2'] }).config.workers, 2);
  });
});

describe('no authentication', () => {
  test('is for this machine alone', () => {
    for (const host of ['127.0.0.1', '127.9.9.9', '::1', 'localhost']) load({ args: ['--host', host] });
    for (const host of ['0.0.0.0', '::', '192.0.2.1', 'example.org']) {
      assert.match(problemsOf({ args: ['--host', host] })[0] ?? '', /can be reached from other machines/);
    }
  });

  test('is for everybody, if that is said', () => {
    const { config } = load({ args: ['--host', '0.0.0.0', '--allow-noauth-everywhere'] });
    assert.equal(config.host, '0.0.0.0');
  });
});

describe('Keystone', () => {
  const keystone = [
    '--auth-strategy',
    'keystone',
    '--host',
    '0.0.0.0',
    '--keystone-auth-url',
    'https://k/v3',
  ];
  const user = ['--keystone-username', 'placement'];

  test('needs to be found and a user', () => {
    const problems = problemsOf({ args: ['--auth-strategy', 'keystone'] });
    assert.deepEqual(problems, [
      'auth strategy keystone needs a keystone auth URL',
      'auth strategy keystone needs a username or an application credential',
    ]);
  });

  test('takes a user with a password, from a variable or from a file of its own', () => {
    const environment = { BERTH_KEYSTONE_PASSWORD: 'pass' };
    assert.equal(
      load({ args: [...keystone, ...user], environment }).config.keystonePassword?.reveal(),
      'pass',
    );
    const withFile = [...keystone, ...user, '--keystone-password-file', 'pw'];
    assert.equal(
      load({ args: withFile, files: { pw: 'from file \n' } }).config.keystonePassword?.reveal(),
      'from file ',
    );
    assert.match(problemsOf({ args: withFile })[0] ?? '', /^keystone password file: .*pw/);
    assert.match(problemsOf({ args: withFile, files: { pw: '\n' } })[0] ?? '', /pw is empty$/);
    assert.match(problemsOf({ args: withFile, environment, files: { pw: 'x' } })[0] ?? '', /not both$/);
    assert.match(problemsOf({ args: [...keystone, ...user] })[0] ?? '', /needs a password/);
  });

  test('takes an application credential instead', () => {
    const args = [...keystone, '--keystone-application-credential-id', 'id'];
    const environment = { BERTH_KEYSTONE_APPLICATION_CREDENTIAL_SECRET: 's' };
    assert.equal(load({ args, environment }).config.keystoneApplicationCredentialSecret?.reveal(), 's');
    assert.match(problemsOf({ args })[0] ?? '', /both its id and its secret/);
    const both = { ...environment, BERTH_KEYSTONE_PASSWORD: 'p' };
    assert.match(problemsOf({ args: [...args, ...user], environment: both })[0] ?? '', /not both/);
  });
});

test('an origin that no browser would send is wrong', () => {
  for (const origin of ['horizon.example', 'https://horizon.example/', 'https://horizon.example:443']) {
    assert.match(problemsOf({ args: ['--cors-allowed-origins', origin] })[0] ?? '', /^CORS origin/, origin);
  }
  assert.deepEqual(load({ args: ['--cors-allowed-origins', '*'] }).config.corsAllowedOrigins, ['*']);
});

describe('where other processes reach this one', () => {
  const postgres = ['--ledger', 'postgres://berth@db/berth', '--allow-noauth-everywhere'];
  const loaded = (...args: string[]) => load({ args: [...postgres, ...args] }).config;
  const problem = (...args: string[]) => problemsOf({ args: [...postgres, ...args] }).join();

  test('is not every address of a machine, however that is written', () => {
    for (const host of ['0.0.0.0', '0', '::', '::0', '0:0:0:0:0:0:0:0', '::ffff:0.0.0.0']) {
      assert.match(problem('--host', host), /is every address of this machine.*--cluster-address/, host);
      const written = host.includes(':') ? `[${host}]` : host;
      assert.match(problem('--cluster-address', `http://${written}:8778`), /no place where/, host);
    }
    assert.equal(loaded('--host', '0.0.0.0', '--cluster-address', 'http://10.0.0.1:8778').host, '0.0.0.0');
    assert.equal(loaded('--host', '10.0.0.1').clusterAddress, null);
  });

  test('does not matter where there are no others', () => {
    const alone = ['--host', '0.0.0.0', '--allow-noauth-everywhere'];
    assert.equal(load({ args: alone }).config.host, '0.0.0.0');
  });

  test('is a host and a port, and nothing else', () => {
    for (const address of ['http://a:1/placement', 'http://a:0'])
      assert.match(problem('--cluster-address', address), /must have the form/, address);
    const tls = ['--tls-cert', 'cert.pem', '--tls-key', 'key.pem'];
    assert.match(problem(...tls, '--cluster-address', 'http://a:1'), /speaks TLS only/);
    assert.equal(loaded(...tls, '--cluster-address', 'https://a:1').clusterAddress, 'https://a:1');
    for (const address of ['http://a', 'http://a:80', 'https://a:8778/', 'https://[2001:db8::1]:8778'])
      assert.equal(loaded('--cluster-address', address).clusterAddress, address);
  });
});

interface Sources {
  readonly args?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
}

function inFile(content: string): Sources {
  return { args: ['--config=f'], files: { f: content } };
}

function load({ args = [], environment = {}, files = {} }: Sources): LoadedConfig {
  return loadConfig({
    args,
    environment,
    readText: (path) => {
      const content = files[path];
      if (content === undefined) throw new Error(`ENOENT: no such file or directory, open '${path}'`);
      return content;
    },
  });
}

function problemsOf(sources: Sources): readonly string[] {
  try {
    load(sources);
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error));
    return error.problems;
  }
  throw new Error('nothing was found wrong');
}

test('TLS needs a certificate and its key', () => {
  for (const half of [
    ['--tls-cert', 'cert.pem'],
    ['--tls-key', 'key.pem'],
  ])
    assert.deepEqual(problemsOf({ args: half }), ['TLS needs both a certificate and its key']);
  assert.equal(
    load({ args: ['--tls-cert', 'cert.pem', '--tls-key', 'key.pem'] }).config.tlsKeyFile,
    'key.pem',
  );
});

test('a port is that of one service, which is served here', () => {
  const refused = [
    [['--identity-port', '5000'], /an identity port is for identity that is served here/],
    [
      ['--network-port', '9696', '--network-url', 'http://n', '--auth-strategy', 'named'],
      /a network port is/,
    ],
    [['--image-port', '9292', '--image-url', 'http://i'], /an image port is/],
    [['--placement-port', '8778'], /^port 8778 can be that of one service only$/],
    [['--compute-port', '9', '--image-port', '9'], /^port 9 can be that of one service only$/],
  ] as const;
  for (const [args, problem] of refused)
    assert.ok(
      problemsOf({ args }).some((each) => problem.test(each)),
      args.join(' '),
    );
  const { config } = load({ args: ['--port', '80', '--placement-port', '8778', '--compute-port', '0'] });
  assert.deepEqual(portsOf(config), { main: 80, own: { '/placement': 8778, '/compute': 0 } });
  // Any two that are free.
  load({ args: ['--port', '0', '--placement-port', '0', '--compute-port', '0'] });
});
