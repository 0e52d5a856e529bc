/** An address of eight groups in its shortest spelling. The schema has let it through. */
export function plainAddress(text: string): string {
  return new URL(`http://[${text}]`).hostname.slice(1, -1);
}
