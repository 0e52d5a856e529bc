import { badRequest } from '@berth/api-kit/http-error.ts';

/** What stands between commas; what has a comma itself stands in quotation marks. */
export function quotedValues(text: string): readonly string[] {
  checkQuotes(text);
  const found = text.matchAll(/"([^"\\]*(?:\\.[^"\\]*)*)",?|([^,]+),?|,/g);
  return Array.from(found, ([, quoted, plain]) => quoted || plain || '');
}

function checkQuotes(text: string): void {
  const complain = (what: string) => badRequest(`Invalid filter value ${text}. ${what}`);
  let isOutside = true;
  for (let index = 0; index < text.length; index++) {
    if (text[index] !== '"' || (index > 0 && text[index - 1] === '\\')) continue;
    if (isOutside && index > 0 && text[index - 1] !== ',')
      throw complain('There is no comma before opening quotation mark.');
    if (!isOutside && index + 1 < text.length && text[index + 1] !== ',')
      throw complain('There is no comma after closing quotation mark.');
    isOutside = !isOutside;
  }
  if (!isOutside) throw complain('The quote is not closed.');
}
