import { readFileSync } from 'node:fs';
import { namedTokens } from '@berth/api-kit/auth/named-tokens.ts';
import { keystone } from '@berth/api-kit/auth/keystone.ts';
import type { KeystoneOptions } from '@berth/api-kit/auth/keystone-settings.ts';
import { type ProjectExists, projectExistsIn } from '@berth/api-kit/auth/project-exists.ts';
import { noauth2 } from '@berth/api-kit/auth/noauth2.ts';
import type { Authenticate, AuthOutcome } from '@berth/api-kit/caller.ts';
import { credentialsOf } from '../config/keystone-credentials.ts';
import type { Config } from '../config/settings.ts';
import type { Log } from '../log/log.ts';
import type { EventCounts } from '../metrics/event-counts.ts';
import { Insiders } from './insiders.ts';
import { OwnIdentity } from './own-identity.ts';
import { LiveSettings } from './live-settings.ts';
import type { ServiceRules } from './service-policies.ts';

/** What every service of a process has around it, whatever its ledger is and in whichever thread. */
export interface Surroundings {
  readonly config: Config;
  readonly live: LiveSettings;
  readonly log: Log;
  /** Where it is counted what happens. */
  readonly events: EventCounts;
  readonly authenticate: Authenticate;
  /** Those who ask from within this process. */
  readonly insiders: Insiders;
  /** Where that is the identity service of this process: whoever serves it says so here. */
  readonly ownIdentity: OwnIdentity;
  /** Whether identity has such a project, asked with the caller's token; null: it cannot be known. */
  readonly projectExists: ProjectExists;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** How long things take: milliseconds since some moment, never going back. */
  readonly clock: () => number;
  /** A uuid that nothing has. */
  readonly newId: () => string;
  /** Who is asking could not be found out; answered with 503. */
  readonly onUnavailable: (reason: string, requestId: string) => void;
  /** A bug in an endpoint, answered with 500. */
  readonly onFault: (thrown: unknown, requestId: string) => void;
}

/** `rules` are those of the services, before the operator's. */
export function surroundingsOf(
  config: Config,
  rules: ServiceRules,
  log: Log,
  events: EventCounts,
): Surroundings {
  const ownIdentity = new OwnIdentity();
  const insiders = new Insiders();
  return {
    config,
    live: new LiveSettings(config, rules, readText),
    log,
    events,
    authenticate: insiders.before(countingLogins(authenticateOf(config, ownIdentity), events)),
    insiders,
    ownIdentity,
    projectExists: projectExistsOf(config, ownIdentity),
    now: Date.now,
    clock: () => performance.now(),
    newId: () => crypto.randomUUID(),
    onUnavailable: (reason, requestId) => log.error({ reason, requestId }, 'tokens cannot be checked'),
    onFault: (err, requestId) => log.error({ err, requestId }, 'an endpoint failed'),
  };
}

function countingLogins(authenticate: Authenticate, events: EventCounts): Authenticate {
  const count = (outcome: AuthOutcome): AuthOutcome => {
    if (outcome.kind === 'unauthenticated') events.count('berth_logins_refused_total');
    else if (outcome.kind === 'unavailable') events.count('berth_logins_unavailable_total');
    return outcome;
  };
  return (headers) => {
    const outcome = authenticate(headers);
    return outcome instanceof Promise ? outcome.then(count) : count(outcome);
  };
}

const readText = (path: string) => readFileSync(path, 'utf8');

function authenticateOf(config: Config, ownIdentity: OwnIdentity): Authenticate {
  if (config.authStrategy === 'identity') return ownIdentity.authenticate;
  if (config.authStrategy === 'noauth2') return noauth2();
  if (config.authStrategy === 'named') return namedTokens();
  return keystone(keystoneOf(config));
}

function projectExistsOf(config: Config, ownIdentity: OwnIdentity): ProjectExists {
  if (config.authStrategy === 'identity') return ownIdentity.projectExists;
  return config.authStrategy === 'keystone' ? projectExistsIn(keystoneOf(config)) : async () => null;
}

function keystoneOf(config: Config): KeystoneOptions {
  return {
    authUrl: config.keystoneAuthUrl ?? '', // Settings with this strategy are refused without one.
    credentials: credentialsOf(config),
    wwwAuthenticateUri: config.keystoneWwwAuthenticateUri ?? undefined,
    cacheSeconds: config.keystoneCacheMs / 1000,
    timeoutMs: config.keystoneTimeoutMs,
  };
}
