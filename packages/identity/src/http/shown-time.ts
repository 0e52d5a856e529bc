/** A moment as clients know it: with microseconds, of which we have thousands. */
export function shownTime(instant: number): string {
  return new Date(instant).toISOString().replace('Z', '000Z');
}
