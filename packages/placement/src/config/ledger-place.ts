/** Whether a ledger is in a PostgreSQL database, and not in a file. */
export function isPostgresUrl(ledger: string): boolean {
  return /^postgres(ql)?:\/\//.test(ledger);
}

/** For people: without a password. */
export function ledgerName(ledger: string): string {
  if (!isPostgresUrl(ledger) || !URL.canParse(ledger)) return ledger;
  const url = new URL(ledger);
  if (url.password !== '') url.password = '***';
  return url.href;
}
