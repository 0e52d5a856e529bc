import assert from 'node:assert/strict';
import { test } from 'node:test';
import { projectExistsIn } from './project-exists.ts';

function asking(answer: () => Response) {
  const asked: unknown[] = [];
  const projectExists = projectExistsIn({
    authUrl: 'http://identity/v3',
    credentials: { kind: 'token', token: 'own', scope: { project: { id: 'p' } } },
    retries: 0,
    fetch: async (url, options) => {
      asked.push([new Request(url).url, new Headers(options?.headers).get('x-auth-token')]);
      return answer();
    },
  });
  return { projectExists, asked };
}

test('Keystone is asked as the caller, with an id that is nothing but an id', async () => {
  const { projectExists, asked } = asking(() => Response.json({ project: {} }));
  assert.equal(await projectExists('a/../b', 'token'), true);
  assert.deepEqual(asked, [['http://identity/v3/projects/a%2F..%2Fb', 'token']]);
});

test('it is known that there is none only where Keystone says so', async () => {
  for (const [status, known] of [
    [404, false],
    [403, null],
    [401, null],
    [503, null],
  ] as const) {
    assert.equal(await asking(() => new Response(null, { status })).projectExists('a', 'token'), known);
  }
  const away = asking(() => {
    throw new TypeError('fetch failed');
  });
  assert.equal(await away.projectExists('a', 'token'), null);
});
