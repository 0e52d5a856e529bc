import type { Prng } from '@berth/testing/prng.ts';
import { requestBytes } from './request-bytes.ts';
import { filled } from './targets.ts';
import { type Expectation, sending, type Trial } from './trial.ts';
import type { World } from './world.ts';

/** Bytes that are no HTTP request, or one that says two things about where it ends. */
export function badFraming(prng: Prng, world: World): Trial {
  const make = prng.weighted(kinds);
  const { text, expects } = make(prng, filled(prng, '/resource_providers/{uuid}', world));
  return sending('framing', Buffer.from(text, 'latin1'), { kind: expects });
}

interface Bad {
  /** Each character a byte. */
  readonly text: string;
  readonly expects: Extract<Expectation['kind'], 'refusal' | 'some-answer'>;
}

const refused = (text: string): Bad => ({ text, expects: 'refusal' });
const unclear = (text: string): Bad => ({ text, expects: 'some-answer' });

const kinds: readonly (readonly [number, (prng: Prng, path: string) => Bad])[] = [
  [4, (prng) => refused(`${noise(prng, prng.between(1, 200))}\r\n\r\n`)],
  [3, (prng, path) => refused(`${prng.pick(badRequestLines).replaceAll('PATH', path)}\r\nhost: h\r\n\r\n`)],
  [4, (prng, path) => refused(withHeader(path, prng.pick(badHeaderLines)))],
  [4, (prng, path) => unclear(withHeader(path, prng.pick(oddHeaderLines)))],
  [5, (prng, path) => refused(withBody(path, prng.pick(badLengths)))],
  [4, (prng, path) => unclear(withBody(path, prng.pick(oddLengths)))],
  [3, (prng, path) => refused(chunked(path, prng.pick(badChunks)))],
  [2, (prng, path) => unclear(chunked(path, prng.pick(oddChunks)))],
  [
    2,
    (prng, path) =>
      refused(`GET ${path}?${'x'.repeat(prng.pick([70_000, 200_000]))} HTTP/1.1\r\nhost: h\r\n\r\n`),
  ],
  [1, (_, path) => refused(withHeader(path, `x: ${'y'.repeat(70_000)}`))],
  [1, (_, path) => refused(`CONNECT ${path} HTTP/1.1\r\nhost: h\r\n\r\n`)],
  [1, () => refused('CONNECT h:1 HTTP/1.1\r\nhost: h:1\r\n\r\n')],
  [1, (prng) => refused(`\u0016\u0003\u0001\u0002\u0000\u0001${noise(prng, 100)}\r\n\r\n`)],
  [1, (prng, path) => unclear(`${prng.pick(['GET', 'PUT', 'DELETE'])} ${path} HTTP/1.0\r\n\r\n`)],
  [1, (_, path) => unclear(`\r\n\r\n\r\nGET ${path} HTTP/1.1\r\nhost: h\r\n\r\n`)],
  [1, (_, path) => unclear(`GET http://h${path} HTTP/1.1\r\nhost: other\r\n\r\n`)],
  [1, (_, path) => unclear(`GET ${path} HTTP/1.1\nhost: h\n\n`)],
  // An ordinary request, and then something else.
  [2, (prng, path) => unclear(`${get(path)}${noise(prng, prng.between(1, 50))}\r\n\r\n`)],
  [1, (prng, path) => unclear(randomlyChanged(prng, get(path)))],
];

const get = (path: string): string =>
  requestBytes({ method: 'GET', target: path, headers: [] }).toString('latin1');

const withHeader = (path: string, line: string): string =>
  `GET ${path} HTTP/1.1\r\nhost: h\r\n${line}\r\n\r\n`;

const withBody = (path: string, lines: string): string =>
  `PUT ${path} HTTP/1.1\r\nhost: h\r\nx-auth-token: admin\r\ncontent-type: application/json\r\n${lines}\r\n\r\n{"name":1}`;

const chunked = (path: string, chunks: string): string =>
  `PUT ${path} HTTP/1.1\r\nhost: h\r\nx-auth-token: admin\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n${chunks}`;

/** No letters: what is refused must not be a method by chance. */
function noise(prng: Prng, length: number): string {
  return Array.from({ length }, () => String.fromCharCode(prng.pick(noiseBytes))).join('');
}

const noiseBytes = Array.from({ length: 256 }, (_, byte) => byte).filter(
  (byte) => !/[A-Za-z\r\n]/.test(String.fromCharCode(byte)),
);

function randomlyChanged(prng: Prng, text: string): string {
  const at = prng.below(text.length - 4);
  return `${text.slice(0, at)}${String.fromCharCode(prng.below(256))}${text.slice(at + 1)}`;
}

const badRequestLines = [
  'GET',
  'GET PATH',
  'GET PATH HTTP/9.9',
  'GET PATH HTTP/1.1 x',
  'GET  HTTP/1.1',
  'GET PATH HTTPS/1.1',
  'GET PATH http/1.1',
  'FETCH PATH HTTP/1.1',
  'get PATH HTTP/1.1',
  'GET\tPATH\tHTTP/1.1',
  'GET nowhere HTTP/1.1',
  'GET PATH\u0000 HTTP/1.1',
  'PRI * HTTP/2.0',
  '{"name":"x"}',
];

const badHeaderLines = [
  'no colon',
  ': no name',
  'bad name: x',
  'bad\u0000name: x',
  'x: a\u0000b',
  'x: a\u0001b',
  'x : y',
  '\u00e9: x',
  'host: other',
];

const oddHeaderLines = [
  'x: a\r\n folded',
  'x: a\r\n\tfolded',
  ' leading: x',
  'x:',
  'x: \u00ff\u00fe',
  'x: a\u007fb',
  'host: h',
  'accept: a\r\naccept: b\r\naccept: application/json',
];

const badLengths = [
  'content-length: -1',
  'content-length: abc',
  'content-length: 0x10',
  'content-length: 1.5',
  'content-length: 10, 11',
  'content-length: 10\r\ncontent-length: 11',
  'content-length: 99999999999999999999999',
  'content-length: 10\r\ntransfer-encoding: chunked',
  'transfer-encoding: chunked\r\ncontent-length: 10',
  'transfer-encoding: gzip',
  'transfer-encoding: chunked, gzip',
];

const oddLengths = [
  // What is left over is taken for the next request.
  'content-length: 3',
  'content-length: 0',
  'x-nothing: 1',
  'content-length: 010',
  'content-length: +10',
  'content-length:10',
  'content-length: 10 ',
  'content-length: 10\r\ncontent-length: 10',
  'content-length: 10, 10',
  'content-length: 9999999999',
  'content-length: 9007199254740993',
  'transfer-encoding: identity',
  'transfer-encoding: x',
];

const badChunks = [
  'zz\r\nabc\r\n0\r\n\r\n',
  '-1\r\n\r\n0\r\n\r\n',
  '3\r\nabcdef\r\n0\r\n\r\n',
  'fffffffffffffffffffff\r\nabc\r\n0\r\n\r\n',
  `3;${'x'.repeat(20_000)}\r\nabc\r\n0\r\n\r\n`,
  '3 \u0000\r\nabc\r\n0\r\n\r\n',
];

const oddChunks = [
  '0\r\n\r\n',
  'a\r\n{"name":1}\r\n0\r\n\r\n',
  '5\r\n{"nam\r\n5\r\ne":1}\r\n0\r\n\r\n',
  'A;extension=x\r\n{"name":1}\r\n0\r\n\r\n',
  '000a\r\n{"name":1}\r\n0\r\nx-trailer: y\r\ncontent-length: 7\r\n\r\n',
  `${'1\r\n \r\n'.repeat(2_000)}a\r\n{"name":1}\r\n0\r\n\r\n`,
];
