import { readFileSync } from 'node:fs';
import { keystone } from '@berth/api-kit/auth/keystone.ts';
import type { KeystoneCredentials } from '@berth/api-kit/auth/keystone-settings.ts';
import { noauth2 } from '@berth/api-kit/auth/noauth2.ts';
import type { Authenticate } from '@berth/api-kit/caller.ts';
import { openSqliteJournal } from '@berth/ledger/journal/sqlite-journal.ts';
import type { Config } from './config/settings.ts';
import { explainSettingsOf } from './http/explain/explain-settings.ts';
import { createPlacement } from './placement.ts';
import { policyOf } from './policy/policy-of.ts';
import { placementProjection } from './rows/projection.ts';
import type { Log } from './serving/log.ts';
import type { OpenedPlacement } from './serving/opened-placement.ts';
import { startPruning } from './serving/prune-journal.ts';

/** Settings → journal → world → service. */
export async function openPlacement(config: Config, log: Log): Promise<OpenedPlacement> {
  const policy = policyOf(config, readText);
  for (const warning of policy.describe().warnings) log.warn({ policyFile: config.policyFile }, warning);
  const authenticate = authenticateOf(config);
  const journal = openSqliteJournal(config.ledgerPath, placementProjection, {
    onMigration: ({ to, describe }) => log.info({ to, describe }, 'the ledger is being upgraded'),
  });
  const failed = Promise.withResolvers<unknown>();
  const commitListeners: ((groupSize: number, durationMs: number) => void)[] = [];
  try {
    const placement = await createPlacement({
      journal,
      authenticate,
      policy,
      settings: {
        incompleteProjectId: config.incompleteConsumerProjectId,
        incompleteUserId: config.incompleteConsumerUserId,
        candidatesMax: config.maxAllocationCandidates,
        candidatesOrder: config.candidateStrategy,
        randomizesCandidates: config.randomizesCandidates,
        explain: explainSettingsOf(config),
      },
      log,
      onCommit: ({ commands, appendMs }) => {
        for (const listener of commitListeners) listener(commands, appendMs);
      },
      onFailure: failed.resolve,
      onUnavailable: (reason, requestId) => log.error({ reason, requestId }, 'tokens cannot be checked'),
      onFault: (err, requestId) => log.error({ err, requestId }, 'an endpoint failed'),
    });
    const { synced } = placement;
    if (synced.length > 0)
      log.info({ count: synced.length, names: synced }, 'standard traits and classes added');
    const stopPruning = startPruning(
      (before, limit) => journal.prune(before, limit),
      config.journalRetentionMs,
      log,
    );
    return {
      handle: placement.handle,
      synced: placement.synced,
      failed: failed.promise,
      metricsSource: {
        counts: () => ({
          providers: placement.world.providers.size,
          consumers: placement.world.consumers.size,
          allocations: placement.world.allocationCount,
        }),
        onCommit: (listener) => void commitListeners.push(listener),
      },
      ailments: () => (placement.committer.isHealthy ? [] : ['the ledger can no longer be written']),
      close: async () => {
        stopPruning();
        await placement.close();
        journal.close();
      },
    };
  } catch (error) {
    journal.close();
    throw error;
  }
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

function credentialsOf(config: Config): KeystoneCredentials {
  if (config.keystoneApplicationCredentialId !== null) {
    return {
      kind: 'application-credential',
      id: config.keystoneApplicationCredentialId,
      secret: config.keystoneApplicationCredentialSecret ?? '',
    };
  }
  return {
    kind: 'password',
    user: { name: config.keystoneUsername ?? '', domain: { name: config.keystoneUserDomain } },
    // Whether it came from its own setting or from a file.
    password: config.keystonePassword ?? '',
    project: { name: config.keystoneProject, domain: { name: config.keystoneProjectDomain } },
  };
}
