/** One id for what is known by two: of whatever characters they are, another pair has another id. */
export function pairId(first: string, second: string): string {
  return `${first.replace(/[%/]/g, (found) => (found === '%' ? '%25' : '%2F'))}/${second}`;
}
