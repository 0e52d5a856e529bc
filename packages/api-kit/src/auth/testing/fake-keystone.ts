import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** 'hang' never answers, 'drop' closes the connection without a word. */
export type Reply =
  | 'hang'
  | 'drop'
  | {
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly body?: unknown;
      readonly delayMs?: number;
    };

/** A Keystone that does as it is told, for the cases that a real one cannot be brought into at will. */
export interface FakeKeystone extends AsyncDisposable {
  readonly url: string;
  /** All requests so far. */
  readonly seen: readonly Seen[];
  /** How often the service asked for a token of its own, and about others'. */
  readonly counts: { logins: number; lookUps: number };
  /** Answers to a request for the service's own token. */
  login: () => Reply;
  /** Answers to questions about a token. */
  lookUp: (token: string, ownToken: string) => Reply;
}

export async function fakeKeystone(): Promise<FakeKeystone> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    void answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // An address of a TCP server is never a path.
  const { port } = server.address() as AddressInfo;

  const fake: FakeKeystone = {
    url: `http://127.0.0.1:${port}`,
    seen,
    counts: { logins: 0, lookUps: 0 },
    login: () => ownToken('own-1'),
    lookUp: () => ({ status: 404, body: {} }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { method = '', url: path = '', headers } = request;
    seen.push({ method, path, headers, body });
    if (method === 'POST') fake.counts.logins += 1;
    else fake.counts.lookUps += 1;
    const reply =
      method === 'POST'
        ? fake.login()
        : fake.lookUp(String(headers['x-subject-token']), String(headers['x-auth-token']));

    if (reply === 'hang') return;
    if (reply === 'drop') {
      request.socket.destroy();
      return;
    }
    if (reply.delayMs !== undefined) await pause(reply.delayMs);
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {}));
  }

  return fake;
}

export function ownToken(value: string, expiresAt = '2100-01-01T00:00:00.000000Z'): Reply {
  return {
    status: 201,
    headers: { 'x-subject-token': value },
    body: { token: { expires_at: expiresAt } },
  };
}

/** What a real Keystone says about a project-scoped token, with changes. */
export function goodToken(changes: Readonly<Record<string, unknown>> = {}): Reply {
  return {
    status: 200,
    body: {
      token: {
        methods: ['password'],
        user: { id: 'u1', name: 'ann', domain: { id: 'ud1', name: 'Users' }, password_expires_at: null },
        project: { id: 'p1', name: 'work', domain: { id: 'pd1', name: 'Projects' } },
        roles: [
          { id: 'r1', name: 'member' },
          { id: 'r2', name: 'reader' },
        ],
        is_domain: false,
        issued_at: '2026-01-01T00:00:00.000000Z',
        expires_at: '2100-01-01T00:00:00.000000Z',
        audit_ids: ['x'],
        ...changes,
      },
    },
  };
}
