/** What clients are told: as the original says it, since some look for these words. */
export function noValidHost(reason: string): string {
  return `No valid host was found. ${reason}`;
}
