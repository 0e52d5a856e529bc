import type { Steps } from '@berth/api-kit/in-turns.ts';
import type { Migration } from '@berth/compute-engine/migrations/migration.ts';
import type { ComputeContext } from '../endpoint.ts';
import { KeptEncodings } from '../kept-encodings.ts';
import { KeptPages } from '../kept-pages.ts';
import { bookmarkTo, type Link, selfHref } from '../links.ts';
import { migrationView } from './migration-view.ts';

/** A page of migrations, as JSON. Each is encoded once, and so is the page, as long as nothing on it changes. */
export function* migrationsPage(
  context: ComputeContext,
  migrations: readonly Migration[],
  { seesHosts, next }: { readonly seesHosts: boolean; readonly next: Link | null },
): Steps<Uint8Array> {
  const links = next === null ? '' : `,"migrations_links":${JSON.stringify([next])}`;
  const view = `${context.version} ${seesHosts} ${selfHref(context, '')} ${bookmarkTo(context, '').href}`;
  const key = `${view} ${migrations[0]?.number} ${migrations.at(-1)?.number} ${links}`;
  const known = pages.of(key, migrations);
  if (known !== undefined) return known;
  const shown: string[] = [];
  for (const [index, migration] of migrations.entries()) {
    shown.push(
      kept.of(view, migration, () => JSON.stringify(migrationView(context, migration, { seesHosts }))),
    );
    if (index % shownAtOnce === shownAtOnce - 1) yield;
  }
  const body = Buffer.from(`{"migrations":[${shown.join(',')}]${links}}`);
  pages.keep(key, migrations, body);
  return body;
}

const kept = new KeptEncodings<Migration, string>();
const pages = new KeptPages<Migration>();

/** To show one takes some microseconds. */
const shownAtOnce = 200;
