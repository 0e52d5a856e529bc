import type { Failure } from './failure.ts';

/** What Node's parser and its timers find wrong with a request, as the failure that the client is told. */
export function protocolFailure(error: NodeJS.ErrnoException, maxHeaderBytes: number): Failure {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return { status: 431, detail: `Request line and headers may have ${maxHeaderBytes} bytes together.` };
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return { status: 413, detail: 'The extensions of the chunked encoding are too large.' };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: 408, detail: 'The request did not arrive in time.' };
    case 'HPE_INVALID_EOF_STATE':
      return { status: 400, detail: 'The connection ended in the middle of the request.' };
    default:
      return { status: 400, detail: `The request is not valid HTTP: ${reasonOf(error)}.` };
  }
}

/** The parser's own words ('Invalid char in url path'), which it keeps apart from the message. */
function reasonOf(error: Error & { readonly reason?: unknown }): string {
  return typeof error.reason === 'string' ? error.reason : error.message;
}

export function tooManyHeaders(most: number): Failure {
  return { status: 431, detail: `A request may have ${most} headers.` };
}
