import type { Transport } from '@berth/client/transport.ts';
import type { ProviderCache } from './provider-cache.ts';
import type { ProviderWriter } from './provider-writer.ts';
import type { TreeReader } from './tree-reader.ts';

/** What a report client is made of. */
export interface ReportParts {
  readonly transport: Transport;
  readonly cache: ProviderCache;
  readonly reader: TreeReader;
  readonly writer: ProviderWriter;
}
