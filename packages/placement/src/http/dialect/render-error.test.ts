import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HttpError } from '@berth/api-kit/http-error.ts';
import { textOf } from '@berth/api-kit/response.ts';
import { renderError } from './render-error.ts';

const around = {
  method: 'PUT',
  accept: 'application/json',
  contentType: 'text/plain',
  requestId: 'req-1',
  hasCodes: true,
};

function detailOf(detail: string): string {
  const { body } = renderError(new HttpError(400, detail), around);
  return (JSON.parse(textOf(body)) as { errors: { detail: string }[] }).errors[0]?.detail ?? '';
}

const sentence =
  'The server could not comply with the request since it is either malformed or otherwise incorrect.\n\n ';

test('a detail is one line behind the sentence of its status', () => {
  assert.equal(detailOf('a\nb\r\nc'), `${sentence}a b c  `);
});

test('what looks like markup is taken out of a detail', () => {
  assert.equal(detailOf('a <b>c</b> d<br />e <!-- f --> g < h'), `${sentence}a c d\ne  f  g < h  `);
});

test('a detail full of brackets that never close is shown as it is', () => {
  const brackets = '<br'.repeat(500_000);
  assert.equal(detailOf(brackets), `${sentence}${brackets}  `);
});

test('an error has a code where the version has codes, and the general one unless it has its own', () => {
  const codeOf = (error: HttpError, hasCodes: boolean) => {
    const { body } = renderError(error, { ...around, hasCodes });
    return (JSON.parse(textOf(body)) as { errors: { code?: string }[] }).errors[0]?.code;
  };
  assert.equal(codeOf(new HttpError(409, 'x', { code: 'placement.mine' }), true), 'placement.mine');
  assert.equal(codeOf(new HttpError(409, 'x'), true), 'placement.undefined_code');
  assert.equal(codeOf(new HttpError(409, 'x'), false), undefined);
});

test('a page shows what the client sent as text, not as markup', () => {
  const { body, headers } = renderError(new HttpError(400, `<script>"x"</script>`), {
    ...around,
    accept: 'text/html',
  });
  assert.equal(headers['content-type'], 'text/html; charset=UTF-8');
  assert.match(textOf(body), /&lt;script&gt;&quot;x&quot;&lt;\/script&gt;/);
});
