import type { Handle } from '@berth/api-kit/service.ts';
import type { Change } from '@berth/engine/changes.ts';
import type { Command } from '@berth/engine/decide.ts';
import type { World } from '@berth/engine/world.ts';
import type { KindedChange } from '@berth/ledger/journal/projection.ts';
import type { App, AppSettings } from '@berth/placement/http/app.ts';
import { createPlacementService, type ServiceSettings } from '@berth/placement/create-service.ts';
import type { Config } from '../config/settings.ts';
import type { Surroundings } from '../serving/surroundings.ts';
import type { CommitCommand, ServedLedger } from './composition.ts';

/** A cloud, whatever other parts it has. */
export interface HasPlacement {
  readonly placement: World;
}

/** The Placement API on its part of the cloud. */
export function servePlacement(
  { world, commit, feed }: ServedLedger<HasPlacement, Command, KindedChange>,
  around: Surroundings,
): Handle {
  return createPlacementService(
    {
      world: () => world().placement,
      commit: placementCommit(commit),
      changeNumber: () => feed.lastNumber,
    },
    placementSettingsOf(around),
  );
}

/** What is committed to the cloud, as Placement sees it. */
export function placementCommit(commit: CommitCommand<HasPlacement, Command, KindedChange>): App['commit'] {
  return (command, read) =>
    commit(command, ({ placement }, changes) => {
      // What is asked of Placement is decided by Placement alone, so they are its own.
      return read(placement, changes as readonly Change[]);
    });
}

export function placementSettingsOf(around: Surroundings): ServiceSettings {
  const { config, live, log, events, authenticate, now, clock, onUnavailable, onFault } = around;
  return {
    authenticate,
    policy: live.policies.placement,
    settings: appSettingsOf(config),
    now,
    clock,
    log,
    onEmptyAnswer: (reason) => events.count('berth_empty_answers_total', reason),
    onSearchCut: () => events.count('berth_searches_cut_total'),
    onUnavailable,
    onFault,
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
    explain: {
      deadlineMs: config.explainDeadlineMs,
      nearestMax: config.explainNearest,
      relaxationsMax: config.explainRelaxations,
      logsEmptyAnswers: config.explainsEmptyAnswers,
      logLevel: config.explainLogLevel,
    },
  };
}
