import type { ServiceAnswer } from './transport.ts';

/** An answer with what its text says as JSON, where its type promises that, and it is kept. */
export function serviceAnswer(
  status: number,
  headers: Readonly<Record<string, string | undefined>>,
  text: string,
): ServiceAnswer {
  return { status, headers, text, json: jsonIn(headers['content-type'], text) };
}

function jsonIn(contentType: string | undefined, text: string): unknown {
  if (text === '' || contentType === undefined || !/\bjson\b/i.test(contentType)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
