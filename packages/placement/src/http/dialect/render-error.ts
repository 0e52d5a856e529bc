import { acceptable } from '@berth/api-kit/accept.ts';
import type { HttpError } from '@berth/api-kit/http-error.ts';
import type { ApiResponse } from '@berth/api-kit/response.ts';

/** What an error answer says besides the error itself. */
export interface ErrorSurroundings {
  readonly method: string;
  readonly accept: string | undefined;
  readonly contentType: string | undefined;
  readonly requestId: string;
  /** Whether clients of this version get codes. */
  readonly hasCodes: boolean;
  /** Further members of the error, such as the range of versions. */
  readonly extra?: Readonly<Record<string, string>>;
}

/**
 * An error as OpenStack's API guidelines want it, in the words that clients know: a sentence that is the same for
 * every error of a status, then what is wrong this time. JSON, unless the client would rather have a page or plain
 * text.
 */
export function renderError(error: HttpError, around: ErrorSurroundings): ApiResponse {
  const title = titles[error.status] ?? 'Error';
  const form = around.accept === undefined ? json : (acceptable(around.accept, [html, json])[0] ?? text);
  const first = sentence(error, around);
  const headers = { ...error.headers };
  if (form === html) {
    const body = `${escapeHtml(first).replace(' (', '\n(')}<br /><br />\n${escapeHtml(error.detail)}${speaking.has(error.status) ? '' : '\n\n'}`;
    return {
      status: error.status,
      headers: { ...headers, 'content-type': `${html}; charset=UTF-8` },
      body: page(`${error.status} ${title}`, body),
    };
  }
  const detail = `${first}\n\n ${oneLine(error.detail)}${speaking.has(error.status) ? '' : '  '}`;
  if (form === text) {
    const body = `${error.status} ${title}\n\n${detail}`;
    return { status: error.status, headers: { ...headers, 'content-type': `${text}; charset=UTF-8` }, body };
  }
  const body = {
    errors: [
      {
        status: error.status,
        title,
        detail,
        ...(around.hasCodes ? { code: error.code ?? undefinedCode } : {}),
        request_id: around.requestId,
        ...around.extra,
      },
    ],
  };
  return { status: error.status, headers: { ...headers, 'content-type': json }, body: JSON.stringify(body) };
}

/** Who has not said who they are gets an answer of another form, since it comes from in front of the service. */
export function renderUnauthenticated(requestId: string, challenge: string | undefined): ApiResponse {
  const body = {
    message: `${sentences[401]}<br /><br />\n\n\n`,
    code: '401 Unauthorized',
    title: titles[401],
  };
  return {
    status: 401,
    headers: {
      'content-type': json,
      'x-openstack-request-id': requestId,
      ...(challenge === undefined ? {} : { 'www-authenticate': challenge }),
    },
    body: JSON.stringify(body),
  };
}

/** Of errors that no client has to tell from others. */
export const undefinedCode = 'placement.undefined_code';
const json = 'application/json';
const html = 'text/html';
const text = 'text/plain';

/** Statuses whose standing sentence names something of the request; nothing follows their detail. */
const speaking = new Set([405, 406, 415]);

function sentence(error: HttpError, around: ErrorSurroundings): string {
  switch (error.status) {
    case 405:
      return `The method ${around.method} is not allowed for this resource. `;
    case 406:
      return `The resource could not be generated that was acceptable to your browser (content of type ${around.accept}. `;
    case 415:
      return `The request media type ${around.contentType || 'None'} is not supported by this server. `;
    default:
      return sentences[error.status] ?? titles[error.status] ?? '';
  }
}

function page(heading: string, body: string): string {
  return `<html>\n <head>\n  <title>${heading}</title>\n </head>\n <body>\n  <h1>${heading}</h1>\n  ${body}\n </body>\n</html>`;
}

/** Details are one line, without anything that looks like markup: that is how clients have always got them. */
function oneLine(detail: string): string {
  const line = detail.replaceAll('\n', ' ').replaceAll('\r', '');
  if (!line.includes('<') && !line.includes('>')) return line;
  const broken = replaceClosed(line, /<br.*?>/gis, '\n').replace(/<!--|-->/g, '');
  return replaceClosed(broken, /<.*?>/gs, '');
}

/**
 * Looks no further than the last `>`: a pattern that ends in one finds nothing behind it, and without this it would look
 * to the end for every `<`, which takes minutes for a megabyte of them.
 */
function replaceClosed(text: string, pattern: RegExp, replacement: string): string {
  const end = text.lastIndexOf('>') + 1;
  return text.slice(0, end).replace(pattern, replacement) + text.slice(end);
}

function escapeHtml(detail: string): string {
  return detail
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;');
}

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  413: 'Request Entity Too Large',
  415: 'Unsupported Media Type',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

const sentences: Readonly<Record<number, string>> = {
  400: 'The server could not comply with the request since it is either malformed or otherwise incorrect.',
  401: 'This server could not verify that you are authorized to access the document you requested. Either you supplied the wrong credentials (e.g., bad password), or your browser does not understand how to supply the credentials required.',
  403: 'Access was denied to this resource.',
  404: 'The resource could not be found.',
  409: 'There was a conflict when trying to complete your request.',
  413: 'The body of your request was too large for this server.',
  500: 'The server has either erred or is incapable of performing the requested operation.',
  503: 'The server is currently unavailable. Please try again at a later time.',
};
