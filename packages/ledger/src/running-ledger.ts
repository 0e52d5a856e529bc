import { Committer, type CommitterOptions } from './committer.ts';
import { FeedOfJournal } from './following/feed-of-journal.ts';

/** A ledger that this process has to itself: its world, what changes it, and what tells of changes. */
export interface RunningLedger<World, Command, Change> {
  readonly world: World;
  readonly committer: Committer<World, Command, Change>;
  readonly feed: FeedOfJournal<Change>;
}

/** Loads the world of a journal. The journal stays the caller's, to be closed after the committer. */
export async function runLedger<World, Command, Change>(
  options: CommitterOptions<World, Command, Change>,
): Promise<RunningLedger<World, Command, Change>> {
  const { world, domain, journal, onCommit } = options;
  for (const change of await journal.load()) domain.apply(world, change);
  const feed = new FeedOfJournal(journal);
  const committer = new Committer<World, Command, Change>({
    ...options,
    onCommit: (commit) => {
      onCommit?.(commit);
      feed.tell();
    },
  });
  return { world, committer, feed };
}
