import { createHash } from 'node:crypto';
import { cloudProjections, storedCloud } from '@berth/berth/cloud/stored-cloud.ts';
import { LedgerRecords } from '@berth/berth/moving/ledger-records.ts';
import { writeExport } from '@berth/berth/moving/write-export.ts';
import { ledgerOf } from '@berth/berth/opening/ledger.ts';
import type { FleetPlace } from './fleet-place.ts';

/**
 * What is in a ledger: the lines of its export, without the moments at which it came there, in an order that does not depend on them. All
 * else is part of it, generations too.
 */
export async function ledgerState(place: FleetPlace): Promise<readonly string[]> {
  const ledger = await ledgerOf(place.settings('gpu-v2').config).openReadOnly(cloudProjections);
  try {
    const lines: string[] = [];
    let rest = '';
    await writeExport(new LedgerRecords(storedCloud.parts), await ledger.load(), async (text) => {
      const whole = (rest + text).split('\n');
      rest = whole.pop() ?? '';
      for (const line of whole) if (isRecord(line)) lines.push(withoutMoments(line));
    });
    return lines.sort();
  } finally {
    await ledger.close();
  }
}

export function hashOf(state: readonly string[]): string {
  const hash = createHash('sha256');
  for (const line of state) hash.update(`${line}\n`);
  return hash.digest('hex');
}

/** Not what an export says of itself. */
function isRecord(line: string): boolean {
  return /^\{"(resource_provider|consumer|resource_class|trait)"/.test(line);
}

const moments = new Set(['created_at', 'updated_at', 'allocated_at']);

function withoutMoments(line: string): string {
  return JSON.stringify(JSON.parse(line, (key, value: unknown) => (moments.has(key) ? undefined : value)));
}
