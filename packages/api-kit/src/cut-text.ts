/** At most so many characters of a text, for the log; where some are left out it says how long the text was. */
export function cutText(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max)}… (${text.length} characters)`;
}
