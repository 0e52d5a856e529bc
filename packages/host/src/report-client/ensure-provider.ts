import type { NewProvider } from '@berth/client/placement/providers.ts';
import { ResourceProviderCreationConflict, ResourceProviderRetrievalFailed } from './errors.ts';
import type { ProviderCache } from './provider-cache.ts';
import type { ReportParts } from './report-parts.ts';
import type { ReadTree } from './tree-reader.ts';

/** Afterwards Placement has the provider, and the cache its tree with who shares with it. */
export async function ensureProvider(
  { cache, reader, writer }: Pick<ReportParts, 'cache' | 'reader' | 'writer'>,
  provider: NewProvider,
): Promise<void> {
  const { uuid, name } = provider;
  if (cache.isFresh(uuid)) return;
  const read = await reader.tree(uuid);
  if (read.providers.length > 0) return adoptTree(cache, uuid, read);

  const created = await writer.create(provider);
  if (created !== null && (created.parentUuid === null || cache.tree.exists(created.parentUuid))) {
    return cache.putCreated(created);
  }
  // Somebody else was faster, who may have told already what it has; or it was made below a tree that is not known here yet.
  const readAgain = await reader.tree(uuid);
  if (readAgain.providers.length === 0) throw new ResourceProviderCreationConflict(name);
  adoptTree(cache, uuid, readAgain);
}

/** What a service tells can be so odd that it is no tree, or another one. */
export function adoptTree(cache: ProviderCache, uuid: string, read: ReadTree): void {
  try {
    cache.put(read);
  } catch (error) {
    throw new ResourceProviderRetrievalFailed(uuid, error);
  }
  if (!cache.tree.exists(uuid)) {
    throw new ResourceProviderRetrievalFailed(uuid, new Error('it is not in the tree that was told'));
  }
}
