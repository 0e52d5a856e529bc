import { hasOracle } from '../../differential/oracle.ts';

/** Why a test with the original Placement is skipped, which is told; false where it is not. With CI=true it must run. */
export function withoutOriginal(what = 'the report client'): string | false {
  if (hasOracle() || process.env['CI'] === 'true') return false;
  const reason = "the original Placement is not installed (Debian's python3-placement and python3-waitress)";
  process.stderr.write(`\nSKIPPED: ${what} on the original Placement: ${reason}\n`);
  return reason;
}
