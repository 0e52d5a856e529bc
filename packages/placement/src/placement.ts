import type { Authenticate } from '@berth/api-kit/caller.ts';
import { HttpError } from '@berth/api-kit/http-error.ts';
import type { Policy } from '@berth/api-kit/policy.ts';
import type { Handle } from '@berth/api-kit/service.ts';
import { createService } from '@berth/api-kit/service.ts';
import { apply } from '@berth/engine/apply.ts';
import { standardClasses } from '@berth/engine/catalog/resource-classes.ts';
import { standardTraits } from '@berth/engine/catalog/traits.ts';
import type { Change } from '@berth/engine/changes.ts';
import type { Command } from '@berth/engine/decide.ts';
import { decide } from '@berth/engine/decide.ts';
import type { World } from '@berth/engine/world.ts';
import { WorldState } from '@berth/engine/world.ts';
import type { Commit } from '@berth/ledger/committer.ts';
import { Committer } from '@berth/ledger/committer.ts';
import { CommitterClosed, CommitterStopped } from '@berth/ledger/committer-errors.ts';
import type { Journal } from '@berth/ledger/journal/journal.ts';
import { JournalError } from '@berth/ledger/journal/journal-errors.ts';
import type { App, AppLog, AppSettings } from './http/app.ts';
import { toHttpError } from './http/errors.ts';
import { EmptyAnswers } from './http/explain/empty-answers.ts';
import { routes } from './http/routes.ts';
import { versions } from './http/versions.ts';

export interface PlacementOptions {
  readonly journal: Journal<Change>;
  readonly authenticate: Authenticate;
  readonly policy: Policy;
  readonly settings: AppSettings;
  readonly now?: () => number;
  /** How long things take: milliseconds since some moment, never going back. */
  readonly clock?: () => number;
  /** Where endpoints tell what is not for clients, as why there were no candidates; nowhere unless given. */
  readonly log?: AppLog;
  readonly onCommit?: (commit: Commit<Change>) => void;
  /** Nothing can be written any more: the process should end and load again. */
  readonly onFailure: (reason: unknown) => void;
  /** Who is asking could not be found out; answered with 503. */
  readonly onUnavailable: (reason: string, requestId: string) => void;
  /** A bug in an endpoint, answered with 500. */
  readonly onFault: (thrown: unknown, requestId: string) => void;
}

export interface Placement {
  readonly handle: Handle;
  readonly world: World;
  readonly committer: Committer<WorldState, Command, Change>;
  /** The standard classes and traits that were new to the ledger. */
  readonly synced: readonly string[];
  /** Finishes the writes it has accepted, and takes no more. The journal stays open. */
  close(): Promise<void>;
}

/** The Placement service on a journal: its world is loaded, the catalog is in it, and requests can come. */
export async function createPlacement(options: PlacementOptions): Promise<Placement> {
  const now = options.now ?? Date.now;
  const clock = options.clock ?? (() => performance.now());
  const world = new WorldState();
  for (const change of await options.journal.load()) apply(world, change);
  const committer = new Committer<WorldState, Command, Change>({
    world,
    domain: { decide, apply },
    journal: options.journal,
    now,
    onFailure: options.onFailure,
    ...(options.onCommit ? { onCommit: options.onCommit } : {}),
  });
  const synced = await committer.submit(
    { kind: 'sync-catalog', traits: standardTraits, classes: standardClasses, now: now() },
    (_, changes) => changes.flatMap(addedName),
  );
  const app: App = {
    world,
    commit: (command, read) => committer.submit(command, read),
    settings: options.settings,
    policy: options.policy,
    log: options.log ?? null,
    emptyAnswers: new EmptyAnswers(options.settings.explain, options.log ?? null, clock),
    clock,
  };
  const handle = createService({
    app,
    versions,
    endpoints: routes,
    authenticate: options.authenticate,
    policy: options.policy,
    lastModifiedSince: '1.15',
    codesSince: '1.23',
    now,
    newRequestId: () => `req-${crypto.randomUUID()}`,
    toHttpError: (thrown) => toHttpError(thrown) ?? toUnavailable(thrown),
    onUnavailable: options.onUnavailable,
    onFault: options.onFault,
  });
  return { handle, world, committer, synced, close: () => committer.close() };
}

function addedName(change: Change): string[] {
  if (change.kind === 'class-added') return [change.resourceClass.name];
  return change.kind === 'trait-added' ? [change.trait.name] : [];
}

/** The write did not happen, or nobody knows: either way the client is to ask again later. */
function toUnavailable(thrown: unknown): HttpError | null {
  const isExpected =
    thrown instanceof JournalError || thrown instanceof CommitterClosed || thrown instanceof CommitterStopped;
  return isExpected ? new HttpError(503, thrown.message, { headers: { 'retry-after': '5' } }) : null;
}
