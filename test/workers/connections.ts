import assert from 'node:assert/strict';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { ask, Peer } from '../differential/exchange.ts';

/** A connection, and which thread of the server it leads to. */
export interface ThreadPeer {
  readonly thread: number;
  readonly peer: Peer;
}

/** The same, for those who want to send and to receive in parts. */
export interface ThreadAgent {
  readonly thread: number;
  readonly agent: Agent;
}

/** So many connections to each thread. */
export function connectToAll(url: string, threads: number, each: number): Promise<ThreadPeer[]> {
  return untilAll(threads, each, async () => {
    const peer = new Peer(url);
    const { text } = await peer.send({ method: 'GET', path: '/healthcheck', headers: {} });
    return { thread: threadIn(text, threads), peer, close: () => peer.close() };
  });
}

/** One to each. */
export function agentsToAll(url: string, threads: number): Promise<ThreadAgent[]> {
  return untilAll(threads, 1, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const { answer, sent } = begin(agent, url, 'GET', '/healthcheck');
    sent.end();
    const text = (await (await answer).toArray()).join('');
    return { thread: threadIn(text, threads), agent, close: () => agent.destroy() };
  });
}

/** A request of the administrator whose body is still to come. */
export function begin(
  agent: Agent,
  url: string,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): { readonly sent: ClientRequest; readonly answer: Promise<IncomingMessage> } {
  const all = { ...ask(method, path, newest).headers, ...headers };
  const sent = request(new URL(path, url), { agent, method, headers: all });
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve);
    sent.once('error', reject);
  });
  return { sent, answer };
}

export const newest = 39;

/** A write by an administrator that has to work. */
export async function write(peer: Peer, method: string, path: string, body?: unknown): Promise<void> {
  const { status, text } = await peer.send(ask(method, path, newest, body));
  assert.ok(status >= 200 && status < 300, `${method} ${path}: ${status} ${text}`);
}

interface Opened {
  readonly thread: number;
  close(): void;
}

/** The system chooses the thread, so more are tried than are kept; and just after the start only the first one may listen. */
async function untilAll<Connection extends Opened>(
  threads: number,
  each: number,
  open: () => Promise<Connection>,
): Promise<Connection[]> {
  const kept: Connection[] = [];
  for (let attempt = 0; kept.length < threads * each; attempt++) {
    const reached = kept.map(({ thread }) => thread);
    assert.ok(attempt < attemptsMax, `only ${reached.join(', ')} of ${threads} threads`);
    const opened = await open();
    if (reached.filter((thread) => thread === opened.thread).length < each) kept.push(opened);
    else opened.close();
  }
  return kept.sort((a, b) => a.thread - b.thread);
}

const attemptsMax = 2_000;

/** As the health check tells. */
function threadIn(text: string, threads: number): number {
  const [, thread, of] = /\bworker (\d+) of (\d+)\b/.exec(text) ?? [];
  assert.equal(Number(of), threads, text);
  return Number(thread);
}
