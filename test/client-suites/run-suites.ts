import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cloudsFor, furnishAsDevStack } from './devstack-cloud.ts';
import type { KeptOutcomes } from './kept-outcomes.ts';
import { modulesOf, reasonToLeaveOut } from './modules-of.ts';
import { type Outcome, runModule } from './run-module.ts';
import { startedCloud } from './started-cloud.ts';
import type { Suite } from './suites.ts';
import { warmClients } from './warm-clients.ts';

export interface SuiteOutcomes {
  readonly suite: Suite;
  readonly outcomes: readonly Outcome[];
}

export interface SuitesOptions {
  readonly isChosen: (module: string, suite: Suite) => boolean;
  readonly onOutcome?: (suite: Suite, outcome: Outcome) => void;
  /** Modules that an earlier run has done are not run again. */
  readonly kept?: KeptOutcomes;
  /** Commands load themselves, each for itself. */
  readonly isCold?: boolean;
}

/** Runs those modules of suites that are chosen, one after the other; each kind of cloud that they need is started once. */
export async function runSuites(
  suites: readonly Suite[],
  { isChosen, onOutcome, kept, isCold = false }: SuitesOptions,
): Promise<readonly SuiteOutcomes[]> {
  await using cleanUp = new AsyncDisposableStack();
  const environments = new Map<Suite['against'], Environment>();
  const results: SuiteOutcomes[] = [];
  for (const suite of suites) {
    const outcomes: Outcome[] = [];
    for (const module of modulesOf(suite)) {
      if (reasonToLeaveOut(suite, module) !== undefined || !isChosen(module, suite)) continue;
      const earlier = kept?.of(suite, module);
      if (earlier !== undefined) {
        outcomes.push(...earlier);
        continue;
      }
      let environment = environments.get(suite.against);
      if (environment === undefined) {
        environment = await environmentFor(suite.against, isCold, cleanUp);
        environments.set(suite.against, environment);
      }
      const done = await runModule(suite.package, module, {
        ...environment,
        without: Object.keys(suite.leftOut),
        onOutcome: (outcome) => onOutcome?.(suite, outcome),
      });
      kept?.keep(suite, module, done);
      outcomes.push(...done);
    }
    results.push({ suite, outcomes });
  }
  return results;
}

interface Environment {
  readonly directory: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** A cloud that runs until everything is cleaned up, and how the suites find it. */
async function environmentFor(
  kind: Suite['against'],
  isCold: boolean,
  cleanUp: AsyncDisposableStack,
): Promise<Environment> {
  const directory = mkdtempSync(join(tmpdir(), 'berth-suites-'));
  cleanUp.defer(() => rmSync(directory, { recursive: true, force: true }));
  const cloud = cleanUp.use(await startedCloud(join(directory, 'cloud'), kind));
  if (kind === 'placement')
    return { directory, variables: { BERTH_PLACEMENT_URL: `${cloud.url}/placement` } };
  await furnishAsDevStack(cloud);
  const clients = isCold ? '/usr/bin' : cleanUp.use(await warmClients(join(directory, 'clients'))).directory;
  const variables = {
    ...cloudsFor(cloud, directory),
    OS_NOVACLIENT_EXEC_DIR: clients,
    PATH: `${clients}:${process.env['PATH'] ?? ''}`,
  };
  return { directory, variables };
}
