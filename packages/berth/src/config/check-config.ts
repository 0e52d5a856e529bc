import { isIP } from 'node:net';
import { mayHoldSecret } from './shown-argument.ts';
import { portsOf } from './ports-of.ts';
import type { Config } from './settings.ts';

/** What single values cannot tell: settings that contradict each other. Gives the problems. */
export function checkConfig(config: Config): readonly string[] {
  return [
    ...reachableWithoutAuth(config),
    ...workersOnDatabase(config),
    ...badClusterAddress(config),
    ...incompleteKeystone(config),
    ...badOrigins(config),
    ...halfOfTls(config),
    ...fakeHostsWithKeystone(config),
    ...networkWithoutToken(config),
    ...imagesOfOthers(config),
    ...portsOfNobody(config),
    ...portsOfTwo(config),
  ];
}

function* reachableWithoutAuth(config: Config): Generator<string> {
  const isChecked = config.authStrategy === 'keystone' || config.authStrategy === 'identity';
  if (isChecked || config.allowsNoauthEverywhere || isLoopback(config.host)) return;
  yield `host ${config.host} can be reached from other machines, and with auth strategy ${config.authStrategy} everybody there could do everything: choose --auth-strategy keystone or identity, or --allow-noauth-everywhere if this is meant`;
}

/** A name other than localhost may resolve to anything, so it does not count as loopback. */
function isLoopback(host: string): boolean {
  if (isIP(host) === 4) return host.startsWith('127.');
  return host === '::1' || host === 'localhost';
}

/** There a process has to ask the database whether it is up to date, which threads cannot do for each other. */
function* workersOnDatabase(config: Config): Generator<string> {
  if (config.workers === 1 || !config.ledgerPath.isPostgres) return;
  yield `${config.workers} workers need a ledger in a file: on PostgreSQL start several processes with one worker each`;
}

/** Where others are to reach a process has to be a place, and one only. */
function* badClusterAddress(config: Config): Generator<string> {
  const { ledgerPath, clusterAddress, host, tlsCertFile } = config;
  if (clusterAddress === null) {
    if (ledgerPath.isPostgres && isEveryAddress(host)) {
      yield `host ${host} is every address of this machine, and on PostgreSQL other processes have to reach this one: say where with --cluster-address http://…`;
    }
    return;
  }
  const url = new URL(clusterAddress);
  const besides = `${url.pathname}${url.search}${url.hash}${url.username}${url.password}`;
  if (isEveryAddress(url.hostname))
    yield `cluster address ${clusterAddress} is no place where this process can be reached: ${url.hostname} means every address of a machine`;
  else if (besides !== '/' || url.port === '0')
    yield `cluster address ${clusterAddress} must have the form http://host:port or https://host:port`;
  else if (url.protocol === 'http:' && tlsCertFile !== null)
    yield `cluster address ${clusterAddress} is not https, and with --tls-cert this process speaks TLS only`;
}

/** In whichever way it is written: '0.0.0.0', '0', '::', '[::]', '::ffff:0.0.0.0', … */
function isEveryAddress(host: string): boolean {
  const written = isIP(host) === 6 ? `[${host}]` : host;
  const { hostname = '' } = URL.parse(`http://${written}/`) ?? {};
  return everyAddress.has(hostname);
}

const everyAddress: ReadonlySet<string> = new Set(['', '0.0.0.0', '[::]', '[::ffff:0:0]']);

function* incompleteKeystone(config: Config): Generator<string> {
  if (config.authStrategy !== 'keystone') return;
  if (config.keystoneAuthUrl === null) yield 'auth strategy keystone needs a keystone auth URL';
  const credentials = [config.keystoneApplicationCredentialId, config.keystoneApplicationCredentialSecret];
  const hasCredential = credentials.some((part) => part !== null);
  const hasUser = config.keystoneUsername !== null;

  if (hasCredential && credentials.includes(null)) {
    yield 'a keystone application credential needs both its id and its secret';
  }
  if (hasCredential && hasUser) yield 'keystone: either an application credential or a username, not both';
  if (!hasCredential && !hasUser)
    yield 'auth strategy keystone needs a username or an application credential';
  if (hasUser && config.keystonePassword === null)
    yield 'keystone username needs a password or a password file';
}

/** oslo.middleware compares origins as they are written, so one with a path can never be equal. */
function* badOrigins(config: Config): Generator<string> {
  for (const origin of config.corsAllowedOrigins ?? []) {
    if (origin !== '*' && URL.parse(origin)?.origin !== origin) {
      yield `CORS origin ${mayHoldSecret(origin.replace('://', '')) ? '' : `'${origin}' `}must be '*' or have the form https://host or https://host:port`;
    }
  }
}

function* halfOfTls({ tlsCertFile, tlsKeyFile }: Config): Generator<string> {
  if ((tlsCertFile === null) !== (tlsKeyFile === null)) yield 'TLS needs both a certificate and its key';
}

/** They have no credentials that a Keystone knows. */
function* fakeHostsWithKeystone(config: Config): Generator<string> {
  if (config.fakeHosts === 0 || config.authStrategy !== 'keystone') return;
  yield 'fake hosts have no credentials for Keystone: they need --auth-strategy named or noauth2';
}

/** Whoever makes ports has to be somebody there. */
function* networkWithoutToken({ networkUrl, networkToken, authStrategy }: Config): Generator<string> {
  if (networkUrl === null) return;
  if (authStrategy !== 'keystone' && networkToken === null)
    yield 'a network URL without auth strategy keystone needs a network token';
  if (authStrategy === 'keystone' && networkToken !== null)
    yield 'network token: with auth strategy keystone the service user has one';
}

/** Contents are files, and those who share a database would have to see the same ones. */
function* imagesOfOthers(config: Config): Generator<string> {
  const { imageStore, imagePort, imageUrl, imageDirectory, ledgerPath } = config;
  if (imageStore === null && imagePort === null) return;
  const what = imageStore === null ? 'an image port' : 'an image store';
  if (imageUrl !== null || imageDirectory !== null)
    yield `${what} is for images that are kept here: with an image URL or an image directory there are none`;
  else if (ledgerPath.isPostgres)
    yield `${what} needs a ledger in a file: on PostgreSQL give the URL of an image service`;
}

/** A service that is elsewhere has no port here. */
function* portsOfNobody({ identityPort, authStrategy, networkPort, networkUrl }: Config): Generator<string> {
  if (identityPort !== null && authStrategy !== 'identity')
    yield 'an identity port is for identity that is served here: it needs --auth-strategy identity';
  if (networkPort !== null && networkUrl !== null)
    yield 'a network port is for the network that is built in: with a network URL there is none';
}

/** Threads share their ports, and the system would give half of the connections to each of two services. */
function* portsOfTwo(config: Config): Generator<string> {
  const { main, own } = portsOf(config);
  const ports = [main, ...Object.values(own)].filter((port) => port !== 0);
  for (const port of new Set(ports)) {
    if (ports.indexOf(port) !== ports.lastIndexOf(port)) yield `port ${port} can be that of one service only`;
  }
}
