/** In lower case, as Placement tells them: two spellings of one uuid would be two providers here. */
const form = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

export function isUuid(text: string): boolean {
  return form.test(text);
}
