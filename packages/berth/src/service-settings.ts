import { readFileSync } from 'node:fs';
import { keystone } from '@berth/api-kit/auth/keystone.ts';
import { noauth2 } from '@berth/api-kit/auth/noauth2.ts';
import type { Authenticate, AuthOutcome } from '@berth/api-kit/caller.ts';
import { credentialsOf } from './config/keystone-credentials.ts';
import type { Config } from './config/settings.ts';
import type { AppSettings } from '@berth/placement/http/app.ts';
import type { ServiceSettings } from '@berth/placement/placement-service.ts';
import { policyOf } from './policy-of.ts';
import type { EventCounts } from './metrics/event-counts.ts';
import { LiveSettings } from './serving/live-settings.ts';
import type { Log } from './log/log.ts';

export interface LiveServiceSettings extends ServiceSettings {
  readonly live: LiveSettings;
  /** What the operator should look at in the policy file. */
  readonly warnings: readonly string[];
}

/** What the settings say of the service itself, whatever its ledger is. */
export function serviceSettingsOf(config: Config, log: Log, events: EventCounts): LiveServiceSettings {
  const policy = policyOf(config, readText);
  const live = new LiveSettings(config, policy);
  return {
    live,
    warnings: policy.describe().warnings,
    authenticate: countingLogins(authenticateOf(config), events),
    policy: live.policy,
    settings: appSettingsOf(config),
    log,
    onEmptyAnswer: (reason) => events.count('berth_empty_answers_total', reason),
    onSearchCut: () => events.count('berth_searches_cut_total'),
    onUnavailable: (reason, requestId) => log.error({ reason, requestId }, 'tokens cannot be checked'),
    onFault: (err, requestId) => log.error({ err, requestId }, 'an endpoint failed'),
  };
}

export function appSettingsOf(config: Config): AppSettings {
  return {
    incompleteProjectId: config.incompleteConsumerProjectId,
    incompleteUserId: config.incompleteConsumerUserId,
    writeItemsMax: config.writeItemsMax,
    candidatesMax: config.maxAllocationCandidates,
    candidatesOrder: config.candidateStrategy,
    searchStepsMax: config.maxSearchSteps,
    randomizesCandidates: config.randomizesCandidates,
    eventReadersMax: config.maxEventReaders,
    explain: {
      deadlineMs: config.explainDeadlineMs,
      nearestMax: config.explainNearest,
      relaxationsMax: config.explainRelaxations,
      logsEmptyAnswers: config.explainsEmptyAnswers,
      logLevel: config.explainLogLevel,
    },
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

function authenticateOf(config: Config): Authenticate {
  if (config.authStrategy === 'noauth2') return noauth2();
  return keystone({
    authUrl: config.keystoneAuthUrl ?? '', // Settings with this strategy are refused without one.
    credentials: credentialsOf(config),
    wwwAuthenticateUri: config.keystoneWwwAuthenticateUri ?? undefined,
    cacheSeconds: config.keystoneCacheMs / 1000,
    timeoutMs: config.keystoneTimeoutMs,
  });
}
