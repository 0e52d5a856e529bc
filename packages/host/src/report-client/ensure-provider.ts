import type { NewProvider } from '@berth/client/placement/providers.ts';
import { ResourceProviderCreationFailed } from './errors.ts';
import type { ReportParts } from './report-parts.ts';

/** Afterwards Placement has the provider, and the cache its tree with who shares with it. */
export async function ensureProvider(
  { cache, reader, writer }: Pick<ReportParts, 'cache' | 'reader' | 'writer'>,
  provider: NewProvider,
): Promise<void> {
  const { uuid, name } = provider;
  if (cache.isFresh(uuid)) return;
  const read = await reader.tree(uuid);
  if (read.providers.length > 0) return cache.put(read);

  const created = await writer.create(provider);
  if (created !== null) return cache.putCreated(created);
  // Whoever was faster may have told already what it has.
  const readAgain = await reader.tree(uuid);
  if (readAgain.providers.length === 0) {
    throw new ResourceProviderCreationFailed(name, new Error('it is there, and it is not'));
  }
  cache.put(readAgain);
}
