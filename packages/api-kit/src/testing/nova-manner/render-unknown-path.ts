import { acceptable } from '../../accept.ts';
import type { ApiResponse } from '../../response.ts';

/**
 * The answer where there is no such path or method. It comes from what stands in front of the API, in the form that the client likes
 * best; one that says nothing gets plain text.
 */
export function renderUnknownPath(accept: string | undefined): ApiResponse {
  const [best = 'text/plain'] =
    accept === undefined ? [] : acceptable(accept, ['text/html', 'application/json']);
  const { contentType, body } = forms[best as keyof typeof forms]; // It is one of them.
  return { status: 404, headers: { 'content-type': contentType }, body };
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
