import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseScenarios } from './read-scenarios.ts';

const step = '{ name: one, request: GET /traits, expect: 200 }';

function refuses(text: string, message: RegExp): void {
  assert.throws(() => parseScenarios('file', text), { message });
}

test('what is not said is the usual', () => {
  const [scenario] = parseScenarios('file', `scenarios: [{ name: first, steps: [${step}] }]`);
  assert.deepEqual(scenario, {
    file: 'file',
    name: 'first',
    world: '',
    seam: null,
    steps: [
      {
        name: 'one',
        method: 'GET',
        target: '/traits',
        version: '1.39',
        headers: {},
        body: undefined,
        expect: { status: 200 },
        capture: {},
        explained: null,
      },
    ],
  });
});

test('version and headers are those of the step, else of the scenario, else of the file', () => {
  const [scenario] = parseScenarios(
    'file',
    `
version: '1.10'
scenarios:
  - name: first
    headers: { a: one, b: two }
    steps:
      - ${step}
      - { name: two, request: GET /traits, version: none, headers: { b: null }, expect: 200 }`,
  );
  assert.deepEqual(
    scenario?.steps.map(({ version, headers }) => ({ version, headers })),
    [
      { version: '1.10', headers: { a: 'one', b: 'two' } },
      { version: null, headers: { a: 'one', b: null } },
    ],
  );
});

test('a seam is the same request at the version and at the one before it', () => {
  const scenarios = parseScenarios(
    'file',
    `scenarios: [{ seam: '1.6', name: traits, request: GET /traits, before: 404, after: { status: 200, then: [${step}] } }]`,
  );
  assert.deepEqual(
    scenarios.map(({ name, seam, steps }) => ({
      name,
      seam,
      steps: steps.map((each) => [each.version, each.expect]),
    })),
    [
      { name: 'traits (1.5)', seam: '1.6', steps: [['1.5', { status: 404 }]] },
      {
        name: 'traits (1.6)',
        seam: '1.6',
        steps: [
          ['1.6', { status: 200 }],
          ['1.39', { status: 200 }],
        ],
      },
    ],
  );
});

test('a long query goes over several lines', () => {
  const [scenario] = parseScenarios(
    'file',
    `
scenarios:
  - name: first
    steps:
      - name: one
        request: >
          GET /allocation_candidates?resources=VCPU:1
          &limit=1
        expect: 200`,
  );
  assert.equal(scenario?.steps[0]?.target, '/allocation_candidates?resources=VCPU:1&limit=1');
});

test('what would silently expect nothing is refused', () => {
  const withStep = (fields: string) => `scenarios: [{ name: first, steps: [{ name: one, ${fields} }] }]`;
  refuses(
    withStep('request: GET /, expects: 200'),
    /^file: first: one: expect: expected an object, and not undefined$/,
  );
  refuses(withStep('request: GET /, expect: {}'), /status must be a number, and not undefined$/);
  refuses(
    withStep('request: GET /, expect: { status: 200, boby: {} }'),
    /^file: first: one: expect: nobody knows boby$/,
  );
  refuses(
    withStep('request: GET /, expect: { status: 200, size: { a: two } }'),
    /size cannot have "two" under a$/,
  );
  refuses(withStep('request: /, expect: 200'), /this is no request: \/$/);
  refuses(withStep('request: GET /, version: 1.10, expect: 200'), /1\.1 is no version in quotes$/);
  refuses(withStep("request: GET /, version: '1.40', expect: 200"), /"1\.40" is no version in quotes$/);
  refuses(withStep('request: GET /, expect: 200, explained: somehow'), /nothing is explained under somehow$/);
  refuses('scenarios: [{ name: first, steps: [] }]', /^file: first: there are no steps$/);
  refuses(
    `scenarios: [{ name: a, steps: [${step}] }, { name: a, steps: [${step}] }]`,
    /two scenarios named "a"$/,
  );
  refuses(
    "scenarios: [{ seam: '1.6', name: a, request: GET /, before: 200, after: 200 }]",
    /expect the same$/,
  );
  refuses(
    "scenarios: [{ seam: '1.0', name: a, request: GET /, before: 1, after: 2 }]",
    /no version before the seam$/,
  );
});
