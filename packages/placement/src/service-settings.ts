import { readFileSync } from 'node:fs';
import { keystone } from '@berth/api-kit/auth/keystone.ts';
import { noauth2 } from '@berth/api-kit/auth/noauth2.ts';
import type { Authenticate } from '@berth/api-kit/caller.ts';
import { credentialsOf } from './config/keystone-credentials.ts';
import type { Config } from './config/settings.ts';
import { explainSettingsOf } from './http/explain/explain-settings.ts';
import type { ServiceSettings } from './placement-service.ts';
import { policyOf } from './policy/policy-of.ts';
import type { Log } from './serving/log.ts';

/** What the settings say of the service itself, whatever its ledger is. */
export function serviceSettingsOf(
  config: Config,
  log: Log,
): ServiceSettings & { readonly policy: ReturnType<typeof policyOf> } {
  return {
    authenticate: authenticateOf(config),
    policy: policyOf(config, readText),
    settings: {
      incompleteProjectId: config.incompleteConsumerProjectId,
      incompleteUserId: config.incompleteConsumerUserId,
      writeItemsMax: config.writeItemsMax,
      candidatesMax: config.maxAllocationCandidates,
      candidatesOrder: config.candidateStrategy,
      randomizesCandidates: config.randomizesCandidates,
      eventReadersMax: config.maxEventReaders,
      explain: explainSettingsOf(config),
    },
    log,
    onUnavailable: (reason, requestId) => log.error({ reason, requestId }, 'tokens cannot be checked'),
    onFault: (err, requestId) => log.error({ err, requestId }, 'an endpoint failed'),
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
