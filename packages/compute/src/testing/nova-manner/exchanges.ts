/**
 * What Nova does with a request, as far as it is a matter of dialect. The original and the service beside this are asked the same.
 * In paths, bodies and expectations {hers} is the id of a server of Alice, {his} of Bob's, {nobodys} of none, {url} where the
 * service is, {newest} its newest version.
 */
export interface Exchange {
  readonly what: string;
  /** 'GET /v2.1/servers'. */
  readonly request: string;
  /** Alice's unless given; null: none. */
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** As it is if it is text, else as JSON. JSON says that it is JSON unless `headers` say something else. */
  readonly body?: unknown;
  readonly status: number;
  /** Which version the answer says it is of; the one asked for, or 2.1, unless given; null: it says nothing of versions. */
  readonly version?: string | null;
  /** The message of the fault that is the answer, under the name that goes with the status. */
  readonly fault?: readonly [name: string, message: string];
  /** The whole answer: text, or what JSON says. */
  readonly answer?: unknown;
  readonly contentType?: string;
  /** What JSON says of the first server in the answer, at least. */
  readonly server?: Readonly<Record<string, unknown>>;
  /** What it does not say of it. */
  readonly without?: readonly string[];
  readonly location?: string;
}

const alice = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
const bob = 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb';
export const tokens = { alice: `alice:${alice}`, bob: `bob:${bob}`, admin: 'admin' };

const standard = (version: string) => ({ 'openstack-api-version': `compute ${version}` });
const legacy = (version: string) => ({ 'x-openstack-nova-api-version': version });
const tooNew = 'Version 2.999 is not supported by the API. Minimum is 2.1 and maximum is {newest}.';
const noResource = ['itemNotFound', 'The resource could not be found.'] as const;
const act = 'POST /v2.1/servers/{hers}/action';

export const exchanges: readonly Exchange[] = [
  // Versions.
  { what: 'no version is the oldest', request: 'GET /v2.1/servers', status: 200, version: '2.1' },
  {
    what: 'the header of all services names a version',
    request: 'GET /v2.1/servers',
    headers: standard('2.9'),
    status: 200,
    version: '2.9',
  },
  {
    what: "Nova's own header names a version",
    request: 'GET /v2.1/servers',
    headers: legacy('2.9'),
    status: 200,
    version: '2.9',
  },
  {
    what: 'of two versions that of the header of all services counts',
    request: 'GET /v2.1/servers',
    headers: { ...standard('2.9'), ...legacy('2.47') },
    status: 200,
    version: '2.9',
  },
  {
    what: 'a version for another service says nothing',
    request: 'GET /v2.1/servers',
    headers: { 'openstack-api-version': 'volume 3.1', ...legacy('2.47') },
    status: 200,
    version: '2.47',
  },
  {
    what: 'of several words the last counts',
    request: 'GET /v2.1/servers',
    headers: { 'openstack-api-version': 'compute 2.47, volume 3.1, compute 2.9' },
    status: 200,
    version: '2.9',
  },
  {
    what: 'the newest is called latest',
    request: 'GET /v2.1/servers',
    headers: standard('latest'),
    status: 200,
    version: '{newest}',
  },
  {
    what: 'a version that is too new is refused, and named in the answer',
    request: 'GET /v2.1/servers',
    headers: standard('2.999'),
    status: 406,
    version: '2.999',
    fault: ['computeFault', tooNew],
  },
  {
    what: "a version that is too new is refused in Nova's own header as well",
    request: 'GET /v2.1/servers',
    headers: legacy('2.999'),
    status: 406,
    version: '2.999',
    fault: ['computeFault', tooNew],
  },
  {
    what: 'a version that is too old is refused',
    request: 'GET /v2.1/servers',
    headers: standard('2.0'),
    status: 406,
    version: '2.0',
    fault: ['computeFault', tooNew.replace('2.999', '2.0')],
  },
  {
    what: 'the header of all services says nothing where it has no version',
    request: 'GET /v2.1/servers',
    headers: { 'openstack-api-version': 'compute', ...legacy('2.47') },
    status: 200,
    version: '2.47',
  },
  {
    what: "a version that is none in the header of all services is said before Nova's own header",
    request: 'GET /v2.1/servers',
    headers: { ...standard('two'), ...legacy('2.9') },
    status: 400,
    version: null,
  },
  {
    what: "Nova's own header without a version is refused",
    request: 'GET /v2.1/servers',
    headers: legacy(''),
    status: 400,
    version: null,
    fault: ['badRequest', 'API Version String  is of invalid format. Must be of format MajorNum.MinorNum.'],
  },
  ...['2', '2.01', 'two', '2.1.1', '02.1', '-2.1', 'Latest', '2.1 2.9'].map(
    (wrong): Exchange => ({
      what: `${wrong} is no version`,
      request: 'GET /v2.1/servers',
      headers: standard(wrong),
      status: 400,
      version: null,
      fault: [
        'badRequest',
        `API Version String ${wrong} is of invalid format. Must be of format MajorNum.MinorNum.`,
      ],
    }),
  ),

  // Who asks.
  {
    what: 'no token',
    request: 'GET /v2.1/servers',
    token: null,
    headers: standard('2.9'),
    status: 401,
    version: null,
    answer: {
      error: {
        code: 401,
        title: 'Unauthorized',
        message: 'The request you have made requires authentication.',
      },
    },
  },
  {
    what: 'no token is said before a path that there is not',
    request: 'GET /v2.1/nothing',
    token: null,
    status: 401,
    version: null,
  },
  { what: 'the versions are told to everybody', request: 'GET /', token: null, status: 200, version: null },
  {
    what: 'the versions are of no version',
    request: 'GET /',
    token: null,
    headers: standard('2.999'),
    status: 200,
    version: null,
  },
  { what: 'a version is told to everybody', request: 'GET /v2.1/', token: null, status: 200 },
  ...['HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'].flatMap((method): Exchange[] => [
    {
      what: `the versions are told to ${method} as well`,
      request: `${method} /`,
      token: null,
      status: 200,
      version: null,
    },
    { what: `a version is told to ${method} as well`, request: `${method} /v2.1/`, token: null, status: 200 },
  ]),
  {
    what: 'a version that there is not is said to everybody',
    request: 'GET /v2.1/',
    token: null,
    headers: standard('2.999'),
    status: 406,
    version: '2.999',
    fault: ['computeFault', tooNew],
  },
  {
    what: 'a version is told to everybody, with a slash or without',
    request: 'GET /v2.1',
    token: null,
    status: 200,
  },

  // Paths.
  ...(
    [
      ['a path that there is not', 'GET /v2.1/nothing'],
      ['a method that there is not', 'PUT /v2.1/servers'],
      ['a slash at the end', 'GET /v2.1/servers/'],
      ['a project that is none', 'GET /v2.1/project/servers'],
    ] as const
  ).flatMap(([what, request]): Exchange[] => [
    {
      what: `${what}, for who wants JSON`,
      request,
      headers: { accept: 'application/json' },
      status: 404,
      version: null,
      contentType: 'application/json',
      answer: {
        message: 'The resource could not be found.<br /><br />\n\n\n',
        code: '404 Not Found',
        title: 'Not Found',
      },
    },
    {
      what: `${what}, with a version that there is not`,
      request,
      headers: { accept: 'application/json', ...standard('2.999') },
      status: 404,
      version: null,
    },
  ]),

  {
    what: 'a path that there is not, for who accepts nothing in particular',
    request: 'GET /v2.1/nothing',
    headers: { accept: '' },
    status: 404,
    version: null,
    contentType: 'text/plain',
    answer: '404 Not Found\n\nThe resource could not be found.\n\n   ',
  },
  {
    what: 'a method that there is not, to HEAD',
    request: 'HEAD /v2.1/servers',
    headers: { accept: 'application/json' },
    status: 404,
    version: null,
    contentType: 'text/html',
  },
  ...[
    '/v2.1//servers/{hers}',
    '/v2.1/servers//{hers}',
    '/v2.1///servers/{hers}',
    '/v2.1/servers%2F{hers}',
  ].map(
    (path): Exchange => ({
      what: `${path} is a path in other words`,
      request: `GET ${path}`,
      status: 200,
      server: { id: '{hers}' },
    }),
  ),
  {
    what: 'several slashes at the end are one too many',
    request: 'GET /v2.1/servers//',
    status: 404,
    version: null,
  },

  // Types.
  {
    what: 'a body that does not say what it is is JSON',
    request: act,
    headers: { 'content-type': '' },
    body: { nothing: null },
    status: 400,
    fault: ['badRequest', 'There is no such action: nothing'],
  },
  {
    what: 'a body that says that it is text is JSON',
    request: act,
    headers: { 'content-type': 'text/plain' },
    body: { nothing: null },
    status: 400,
    fault: ['badRequest', 'There is no such action: nothing'],
  },
  {
    what: 'another type is refused',
    request: act,
    headers: { 'content-type': 'application/xml' },
    body: '<reboot/>',
    status: 415,
    fault: ['badMediaType', 'Unsupported Content-Type'],
  },
  {
    what: 'another type is refused where nothing is sent',
    request: 'GET /v2.1/servers',
    headers: { 'content-type': 'application/xml' },
    status: 415,
    fault: ['badMediaType', 'Unsupported Content-Type'],
  },
  {
    what: 'a version that there is not is said before another type',
    request: 'GET /v2.1/servers',
    headers: { 'content-type': 'application/xml', ...standard('2.999') },
    status: 406,
    version: '2.999',
  },
  {
    what: 'whatever the client accepts, it gets JSON',
    request: 'GET /v2.1/servers',
    headers: { accept: 'text/html' },
    status: 200,
    contentType: 'application/json',
  },
  {
    what: "whoever likes Nova's own name for JSON best gets it",
    request: 'GET /v2.1/servers',
    headers: { accept: 'application/json;q=0.5, application/vnd.openstack.compute+json' },
    status: 200,
    contentType: 'application/vnd.openstack.compute+json',
  },
  {
    what: 'an error is JSON under its usual name',
    request: 'GET /v2.1/servers/{nobodys}',
    headers: { accept: 'application/vnd.openstack.compute+json' },
    status: 404,
    fault: ['itemNotFound', 'Instance {nobodys} could not be found.'],
  },

  // Actions.
  ...(
    [
      ['no action', {}],
      ['two actions', { 'os-stop': null, lock: null }],
      ['an empty list', []],
      ['a list of two', ['os-stop', 'lock']],
      ['a text', '"lock"'],
      ['no JSON', '{"os-stop": '],
      ['nothing', ''],
    ] as const
  ).map(
    ([what, body]): Exchange => ({
      what: `${what} in the body of an action`,
      request: act,
      body,
      status: 400,
      fault: ['badRequest', 'Malformed request body'],
    }),
  ),
  ...(
    [
      ['null', 'null'],
      ['a number', '1'],
      ['a truth', 'true'],
      ['a list of one', '["lock"]'],
      ['a text of one letter', '"x"'],
    ] as const
  ).map(
    ([what, body]): Exchange => ({
      what: `${what} in the body of an action`,
      request: act,
      body,
      status: 404,
      fault: noResource,
    }),
  ),
  {
    what: 'an action that there is not',
    request: act,
    body: { dance: null },
    status: 400,
    fault: ['badRequest', 'There is no such action: dance'],
  },
  {
    what: 'an action that there is not is said before the server that there is not',
    request: 'POST /v2.1/servers/{nobodys}/action',
    body: { dance: null },
    status: 400,
    fault: ['badRequest', 'There is no such action: dance'],
  },
  {
    what: 'an action that there is later',
    request: act,
    headers: standard('2.16'),
    body: { trigger_crash_dump: null },
    status: 404,
    fault: noResource,
  },
  {
    what: 'an action whose input is wrong, for a server that there is not',
    request: 'POST /v2.1/servers/{nobodys}/action',
    headers: standard('2.17'),
    body: { trigger_crash_dump: 1 },
    status: 400,
    fault: [
      'badRequest',
      "Invalid input for field/attribute trigger_crash_dump. Value: 1. 1 is not of type 'null'",
    ],
  },
  {
    what: 'an action on a server that there is not',
    request: 'POST /v2.1/servers/{nobodys}/action',
    body: { lock: null },
    status: 404,
    fault: ['itemNotFound', 'Instance {nobodys} could not be found.'],
  },
  {
    what: 'an action that the caller may not do',
    request: act,
    body: { 'os-resetState': { state: 'error' } },
    status: 403,
    fault: ['forbidden', "Policy doesn't allow os_compute_api:os-admin-actions:reset_state to be performed."],
  },
  {
    what: 'what is wrong with an action is said before whether the caller may',
    request: act,
    body: { 'os-resetState': { state: 'gone' } },
    status: 400,
    fault: [
      'badRequest',
      "Invalid input for field/attribute state. Value: gone. 'gone' is not one of ['active', 'error']",
    ],
  },
  {
    what: "that another's server is not there is said before whether the caller may",
    request: 'POST /v2.1/servers/{his}/action',
    body: { 'os-resetState': { state: 'error' } },
    status: 404,
    fault: ['itemNotFound', 'Instance {his} could not be found.'],
  },
  {
    what: 'a lock without a reason, whatever is said',
    request: act,
    headers: standard('2.72'),
    body: { lock: { locked_reason: 'because' } },
    status: 202,
    answer: '',
  },
  {
    what: 'there is none, then',
    request: 'GET /v2.1/servers/{hers}',
    headers: standard('2.73'),
    status: 200,
    server: { locked: true, locked_reason: null },
  },
  {
    what: 'a lock is told from 2.9 on',
    request: 'GET /v2.1/servers/{hers}',
    headers: standard('2.9'),
    status: 200,
    server: { locked: true },
    without: ['locked_reason'],
  },
  {
    what: 'and not before',
    request: 'GET /v2.1/servers/{hers}',
    headers: standard('2.8'),
    status: 200,
    server: { id: '{hers}' },
    without: ['locked', 'locked_reason'],
  },
  {
    what: 'a lock with a reason that is none',
    request: act,
    headers: standard('2.73'),
    body: { lock: { locked_reason: '' } },
    status: 400,
    fault: ['badRequest', "Invalid input for field/attribute locked_reason. Value: . '' is too short"],
  },
  {
    what: 'a lock is taken away',
    request: act,
    body: { unlock: null },
    status: 202,
    answer: '',
    contentType: 'application/json',
  },
  {
    what: 'a lock with a reason',
    request: act,
    headers: standard('2.73'),
    body: { lock: { locked_reason: 'because' } },
    status: 202,
    answer: '',
  },
  {
    what: 'the reason is told from 2.73 on',
    request: 'GET /v2.1/servers/{hers}',
    headers: standard('2.73'),
    status: 200,
    server: { locked: true, locked_reason: 'because' },
  },
  {
    what: 'what is locked is not deleted',
    request: 'DELETE /v2.1/servers/{hers}',
    status: 409,
    fault: ['conflictingRequest', 'Instance {hers} is locked'],
  },

  // Views.
  {
    what: 'a flavor is a link until 2.46',
    request: 'GET /v2.1/servers/{hers}',
    headers: standard('2.46'),
    status: 200,
    server: { flavor: { id: 'f1', links: [{ rel: 'bookmark', href: '{url}/flavors/f1' }] } },
  },
  {
    what: 'a flavor is in the server from 2.47 on',
    request: 'GET /v2.1/servers/detail',
    headers: standard('2.47'),
    status: 200,
    server: {
      flavor: {
        vcpus: 1,
        ram: 512,
        disk: 1,
        ephemeral: 0,
        swap: 0,
        original_name: 'small',
        extra_specs: {},
      },
    },
  },

  // Projects in paths.
  {
    what: "the caller's project in the path",
    request: `GET /v2.1/${alice}/servers/{hers}`,
    status: 200,
    server: {
      id: '{hers}',
      links: [
        { rel: 'self', href: `{url}/v2.1/${alice}/servers/{hers}` },
        { rel: 'bookmark', href: `{url}/${alice}/servers/{hers}` },
      ],
    },
  },
  {
    what: 'no project in the path',
    request: 'GET /v2.1/servers',
    status: 200,
    server: {
      id: '{hers}',
      links: [
        { rel: 'self', href: '{url}/v2.1/servers/{hers}' },
        { rel: 'bookmark', href: '{url}/servers/{hers}' },
      ],
    },
  },
  {
    what: "another's project in the path",
    request: `GET /v2.1/${bob}/servers/{his}`,
    status: 400,
    fault: [
      'badRequest',
      `Malformed request URL: URL's project_id '${bob}' doesn't match Context's project_id '${alice}'`,
    ],
  },
  {
    what: "another's project in an administrator's path",
    request: `GET /v2.1/${bob}/servers/{his}`,
    token: 'admin',
    status: 400,
    fault: [
      'badRequest',
      `Malformed request URL: URL's project_id '${bob}' doesn't match Context's project_id 'admin'`,
    ],
  },
  {
    what: 'a project in the path of who has none',
    request: `GET /v2.1/${bob}/servers`,
    token: 'root::admin',
    status: 400,
    fault: [
      'badRequest',
      `Malformed request URL: URL's project_id '${bob}' doesn't match Context's project_id 'None'`,
    ],
  },
  { what: "a version is told below the caller's project", request: `GET /v2.1/${alice}/`, status: 200 },
  {
    what: "a version is not told below another's project",
    request: `GET /v2.1/${bob}/`,
    status: 400,
    fault: [
      'badRequest',
      `Malformed request URL: URL's project_id '${bob}' doesn't match Context's project_id '${alice}'`,
    ],
  },
  {
    what: 'no token is said before the project',
    request: `GET /v2.1/${bob}/servers`,
    token: null,
    status: 401,
    version: null,
  },
  {
    what: 'another type is said before the project',
    request: `GET /v2.1/${bob}/servers`,
    headers: { 'content-type': 'application/xml' },
    status: 415,
    fault: ['badMediaType', 'Unsupported Content-Type'],
  },
  {
    what: 'the project is said before what is wrong with the body',
    request: `POST /v2.1/${bob}/servers`,
    body: {},
    status: 400,
    fault: [
      'badRequest',
      `Malformed request URL: URL's project_id '${bob}' doesn't match Context's project_id '${alice}'`,
    ],
  },
  {
    what: 'an action that there is not is said before the project',
    request: `POST /v2.1/${bob}/servers/{his}/action`,
    body: { dance: null },
    status: 400,
    fault: ['badRequest', 'There is no such action: dance'],
  },
  {
    what: 'the project is said before an action that there is later',
    request: `POST /v2.1/${bob}/servers/{his}/action`,
    headers: standard('2.16'),
    body: { trigger_crash_dump: null },
    status: 400,
    fault: [
      'badRequest',
      `Malformed request URL: URL's project_id '${bob}' doesn't match Context's project_id '${alice}'`,
    ],
  },

  // Servers.
  {
    what: "another's server",
    request: 'GET /v2.1/servers/{his}',
    status: 404,
    fault: ['itemNotFound', 'Instance {his} could not be found.'],
  },
  {
    what: "an administrator sees another's server",
    request: 'GET /v2.1/servers/{his}',
    token: 'admin',
    status: 200,
    server: { id: '{his}', tenant_id: bob },
  },
  {
    what: 'a body that is no server',
    request: 'POST /v2.1/servers',
    body: { server: { name: 1, flavorRef: 'f1' } },
    status: 400,
    fault: ['badRequest', "Invalid input for field/attribute name. Value: 1. 1 is not of type 'string'"],
  },
  {
    what: 'bodies are not looked at where none is expected',
    request: 'GET /v2.1/servers/{nobodys}',
    body: '{',
    status: 404,
    fault: ['itemNotFound', 'Instance {nobodys} could not be found.'],
  },
  {
    what: 'a body that is null',
    request: 'POST /v2.1/servers',
    body: 'null',
    status: 400,
    fault: ['badRequest', "None is not of type 'object'"],
  },
  {
    what: 'a body that is blank',
    request: 'POST /v2.1/servers',
    body: ' ',
    status: 400,
    fault: ['badRequest', 'Malformed request body'],
  },
  {
    what: 'a body that is nothing',
    request: 'POST /v2.1/servers',
    body: '',
    status: 400,
    fault: ['badRequest', "None is not of type 'object'"],
  },
  {
    what: 'a body that is a list',
    request: 'POST /v2.1/servers',
    body: [],
    status: 400,
    fault: ['badRequest', "[] is not of type 'object'"],
  },
  {
    what: 'a server is stopped',
    request: 'POST /v2.1/servers/{his}/action',
    token: tokens.bob,
    body: { 'os-stop': null },
    status: 202,
    answer: '',
  },
  {
    what: 'a server is stopped once',
    request: 'POST /v2.1/servers/{his}/action',
    token: tokens.bob,
    body: { 'os-stop': null },
    status: 409,
    fault: ['conflictingRequest', "Cannot 'stop' instance {his} while it is in vm_state stopped"],
  },
  {
    what: 'a server is deleted',
    request: 'DELETE /v2.1/servers/{his}',
    token: tokens.bob,
    status: 204,
    answer: '',
    contentType: 'application/json',
  },
];
