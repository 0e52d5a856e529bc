import { acceptable } from '@berth/api-kit/accept.ts';
import type { ApiRequest } from '@berth/api-kit/request.ts';
import type { ApiResponse } from '@berth/api-kit/response.ts';

/**
 * The answer where there is no such path or method. It comes from what stands in front of the API, in the form that the client likes
 * best; one that says nothing gets plain text, and to HEAD it is always a page.
 */
export function renderUnknownPath({ method, headers }: ApiRequest): ApiResponse {
  const { contentType, body } = forms[method === 'HEAD' ? 'text/html' : bestForm(headers['accept'])];
  return { status: 404, headers: { 'content-type': contentType }, body };
}

function bestForm(accept: string | undefined): keyof typeof forms {
  if (accept === undefined || accept === '') return 'text/plain';
  const [best = 'text/plain'] = acceptable(accept, ['text/html', 'application/json'], { isExact: true });
  return best as keyof typeof forms; // It is one of them.
}

const forms = {
  'text/html': {
    contentType: 'text/html; charset=UTF-8',
    body: `<html>
 <head>
  <title>404 Not Found</title>
 </head>
 <body>
  <h1>404 Not Found</h1>
  The resource could not be found.<br /><br />



 </body>
</html>`,
  },
  'application/json': {
    contentType: 'application/json',
    body: JSON.stringify({
      message: 'The resource could not be found.<br /><br />\n\n\n',
      code: '404 Not Found',
      title: 'Not Found',
    }),
  },
  'text/plain': {
    contentType: 'text/plain; charset=UTF-8',
    body: '404 Not Found\n\nThe resource could not be found.\n\n   ',
  },
};
