import type { SizeOnDisk } from '@berth/ledger/journal/sqlite/size-on-disk.ts';
import type { Gauges } from './metric-table.ts';

export function gaugesOfSize(size: SizeOnDisk | null): Gauges {
  if (size === null) return {};
  return {
    berth_ledger_bytes: size.bytes,
    berth_ledger_wal_bytes: size.walBytes,
    berth_ledger_disk_bytes: size.diskBytes,
    berth_ledger_disk_free_bytes: size.diskFreeBytes,
  };
}
