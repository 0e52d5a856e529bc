import { acceptable } from '@berth/api-kit/accept.ts';
import type { HttpError } from '@berth/api-kit/http-error.ts';
import type { ApiRequest } from '@berth/api-kit/request.ts';
import type { ApiResponse } from '@berth/api-kit/response.ts';
import { RemarkedError } from './remarked-error.ts';

/** An error as Glance writes it: a page, unless the client would rather have JSON, or takes neither and gets plain text. */
export function renderError(error: HttpError, { method, headers }: ApiRequest): ApiResponse {
  const { status } = error;
  const heading = `${status} ${titles[status] ?? 'Error'}`;
  const accept = headers['accept'];
  const form =
    accept === undefined || accept === ''
      ? text
      : (acceptable(accept, [html, json], { isExact: true })[0] ?? text);
  const parts = partsOf(error, method, headers['content-type']);
  const answer = (type: string, body: string): ApiResponse => ({
    status,
    headers: { ...error.headers, 'content-type': type },
    body,
  });
  if (form === html || method === 'HEAD') return answer(`${html}; charset=UTF-8`, page(heading, parts));
  if (form === text) return answer(`${text}; charset=UTF-8`, plain(heading, parts));
  const message = `${parts.first}<br /><br />\n${parts.remark}${parts.end}`;
  return answer(json, JSON.stringify({ message, code: heading, title: titles[status] ?? 'Error' }));
}

const html = 'text/html';
const json = 'application/json';
const text = 'text/plain';

interface Parts {
  readonly first: string;
  readonly remark: string;
  /** What follows in any case. */
  readonly end: string;
}

function partsOf(error: HttpError, method: string, contentType: string | undefined): Parts {
  const { status, detail } = error;
  const remark = error instanceof RemarkedError ? error.remark : '';
  if (status === 405)
    return { first: `The method ${method} is not allowed for this resource. `, remark, end: '' };
  if (status === 415) {
    const type = contentType?.split(';')[0] || 'None';
    return { first: `The request media type ${type} is not supported by this server.\n`, remark, end: '' };
  }
  return { first: detail === '' ? (sentences[status] ?? '') : detail, remark, end: '\n\n' };
}

function page(heading: string, { first, remark, end }: Parts): string {
  const body = `${escapeHtml(first)}<br /><br />\n${escapeHtml(remark)}${end}`;
  return `<html>\n <head>\n  <title>${heading}</title>\n </head>\n <body>\n  <h1>${heading}</h1>\n  ${body}\n </body>\n</html>`;
}

function plain(heading: string, { first, remark }: Parts): string {
  return `${heading}\n\n${first.replaceAll('\n', ' ')}\n\n ${remark.replaceAll('\n', ' ')}  `;
}

function escapeHtml(given: string): string {
  return given
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
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  413: 'Request Entity Too Large',
  415: 'Unsupported Media Type',
  416: 'Request Range Not Satisfiable',
  421: 'Misdirected Request',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

const sentences: Readonly<Record<number, string>> = {
  401: 'This server could not verify that you are authorized to access the document you requested. Either you supplied the wrong credentials (e.g., bad password), or your browser does not understand how to supply the credentials required.',
  403: 'Access was denied to this resource.',
  404: 'The resource could not be found.',
  409: 'There was a conflict when trying to complete your request.',
  416: 'The Range requested is not available.',
};
