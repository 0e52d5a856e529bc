import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Names } from './names.ts';
import { parseScenarios } from './read-scenarios.ts';
import { runScenario } from './run-scenario.ts';
import type { Scenario } from './scenario.ts';
import type { Target } from './target.ts';

function scenarioOf(text: string): Scenario {
  return parseScenarios('file', text)[0] as Scenario; // The text has one.
}

/** Answers everything with its own request. */
function echo(status: number) {
  const requests: unknown[] = [];
  const target: Target = {
    origin: 'http://host',
    request: async (method, path, options) => {
      requests.push([method, path, options]);
      const json = { method, path };
      return { status, headers: { location: 'http://host/here' }, json, text: JSON.stringify(json) };
    },
  };
  return { target, requests };
}

test('requests are sent with what the names stand for', async () => {
  const { target, requests } = echo(200);
  const scenario = scenarioOf(`
scenarios:
  - name: first
    steps:
      - name: one
        request: GET /{cn1}
        expect: { status: 200, json: { path: '/{cn1}' }, headers: { location: '{origin}/here' } }
        capture: { where: path, place: headers.location }
      - { name: two, request: PUT /b, version: '1.2', headers: { a: '{place}' }, body: ['{where}'], expect: 200 }`);
  const names = new Names();
  assert.deepEqual(await runScenario(scenario, target, { names }), []);
  const cn1 = names.uuidOf('cn1');
  assert.deepEqual(requests, [
    ['GET', `/${cn1}`, { version: '1.39', body: undefined, headers: {} }],
    ['PUT', '/b', { version: '1.2', body: [`/${cn1}`], headers: { a: 'http://host/here' } }],
  ]);
});

test('the first answer that is not as expected ends it, and all about it is told', async () => {
  const { target, requests } = echo(404);
  const scenario = scenarioOf(`
scenarios:
  - name: first
    steps:
      - { name: one, request: GET /a, expect: 404 }
      - { name: two, request: GET /b, expect: { status: 200, json: { path: /c } } }
      - { name: three, request: GET /c, expect: 404 }`);
  await assert.rejects(runScenario(scenario, target, { names: new Names() }), {
    message: `file: first: step 2, "two"
  GET /b at 1.39
  - the status is 404, and not 200
  - path is "/b", and not "/c"
  The answer: 404 {"method":"GET","path":"/b"}`,
  });
  assert.equal(requests.length, 2);
});

test('a world that cannot be is told as such', async () => {
  const scenario = scenarioOf(
    'scenarios: [{ name: first, world: cn1, steps: [{ name: one, request: GET /, expect: 500 }] }]',
  );
  await assert.rejects(runScenario(scenario, echo(500).target, { names: new Names() }), {
    message: /^file: first: its world cannot be: POST \/resource_providers: 500/,
  });
});

test('what is to be captured must be there', async () => {
  const scenario = scenarioOf(
    'scenarios: [{ name: first, steps: [{ name: one, request: GET /, expect: 200, capture: { a: b.c } }] }]',
  );
  await assert.rejects(runScenario(scenario, echo(200).target, { names: new Names() }), {
    message: /- there is nothing at b\.c to capture as a$/m,
  });
});

test('a marked step differs on the original, and only there', async () => {
  const scenario = scenarioOf(
    'scenarios: [{ name: first, steps: [{ name: one, request: GET /, expect: 200, explained: newer-policy }] }]',
  );
  const run = (status: number, isOriginal: boolean) =>
    runScenario(scenario, echo(status).target, { names: new Names(), isOriginal });
  assert.deepEqual(
    (await run(403, true)).map(({ explained }) => explained),
    ['newer-policy'],
  );
  await assert.rejects(run(200, true), { message: /"one" is marked, but the original does the same$/ });
  assert.deepEqual(await run(200, false), []);
  await assert.rejects(run(403, false), { message: /the status is 403, and not 200/ });
});
