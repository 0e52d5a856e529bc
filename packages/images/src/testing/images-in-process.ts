import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { namedTokens } from '@berth/api-kit/auth/named-tokens.ts';
import type { Authenticate } from '@berth/api-kit/caller.ts';
import { createPolicy } from '@berth/api-kit/policy/enforcer.ts';
import type { ApiRequest } from '@berth/api-kit/request.ts';
import { isAwaited, textOf } from '@berth/api-kit/response.ts';
import { createImageService } from '../create-image-service.ts';
import { applyImagesChange } from '../domain/apply.ts';
import { decideImagesCommand, type ImagesCommand } from '../domain/decide.ts';
import { ImagesState } from '../domain/images-state.ts';
import { ImageFiles } from '../files/image-files.ts';
import { Uploads, type UploadSettings } from '../files/uploads.ts';
import type { App } from '../http/app.ts';
import { imageRules } from '../policy/rules.ts';

export interface Asked {
  /** `admin`, or USER:PROJECT, or USER:PROJECT:ROLE. */
  readonly token?: string;
  readonly body?: unknown;
  /** Sent as it is, and not as JSON. */
  readonly content?: ApiRequest['body'];
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  // What an answer has in it, each test knows for itself.
  // oxlint-disable-next-line no-explicit-any
  readonly body: any;
  readonly text: string;
  /** What an error says. */
  readonly message: string | undefined;
}

/** The image API on a state in memory and a directory of its own, for tests: asked in one line, answered as data. */
export function imagesInProcess(
  given: Partial<UploadSettings> & {
    readonly enforcesNewDefaults?: boolean;
    readonly imagesMax?: number;
    readonly authenticate?: Authenticate;
  } = {},
) {
  const images = new ImagesState();
  const directory = join(mkdtempSync(join(allStores(), 'images-')), 'store');
  let now = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
  const submit = (command: ImagesCommand) => {
    for (const change of decideImagesCommand(images, command)) applyImagesChange(images, change);
  };
  const commit: App['commit'] = async (command, read) => {
    submit(command);
    return read(images);
  };
  const uploads = new Uploads({
    files: new ImageFiles(directory, 'a test'),
    images: () => images,
    commit: async (command) => submit(command),
    imageBytesMax: 1_000_000,
    allBytesMax: 2_000_000,
    newId: () => crypto.randomUUID(),
    now: () => now,
    onTrouble: (reason) => {
      throw reason;
    },
    ...given,
  });
  const { enforcesNewDefaults = false, imagesMax = 1_000 } = given;
  const handle = createImageService(
    { images: () => images, commit },
    {
      authenticate: given.authenticate ?? namedTokens(),
      policy: createPolicy({
        defaults: imageRules,
        enforceNewDefaults: enforcesNewDefaults,
        enforceScope: true,
      }),
      settings: { imagesMax, checksOwners: () => !enforcesNewDefaults },
      uploads,
      newId: () => crypto.randomUUID(),
      now: () => ++now,
      onUnavailable: () => {},
      onFault: (thrown) => {
        throw thrown;
      },
    },
  );
  const ask = async (request: string, asked: Asked = {}): Promise<Answered> => {
    const { token = 'alice:aa', body, content, headers: more } = asked;
    const [method = '', target = ''] = request.split(' ');
    const answer = await handle({
      method,
      target,
      headers: { 'x-auth-token': token, accept: 'application/json', ...more },
      body: content ?? Buffer.from(body === undefined ? '' : JSON.stringify(body)),
      origin: 'http://h',
      prefix: '/image',
      remoteAddress: '',
    });
    const { status, headers } = answer;
    const text = isAwaited(answer.body) ? await wholeText(answer.body) : textOf(answer.body);
    const isJson = headers['content-type'] === 'application/json' && text !== '';
    const json = isJson ? JSON.parse(text) : null;
    const message = status < 400 ? undefined : told(json?.message);
    return { status, headers, body: json, text, message };
  };
  return { ask, images, uploads, directory, commit, handle };
}

async function wholeText(body: (unwanted: AbortSignal) => AsyncIterable<Uint8Array>): Promise<string> {
  const pieces = await Array.fromAsync(body(new AbortController().signal));
  return Buffer.concat(pieces).toString();
}

/** What is between the sentence of the status and the end, as people read it. */
function told(message: string | undefined): string | undefined {
  return message?.replaceAll('<br /><br />', '').trim();
}

/** Makes an image and gives its id. */
export async function madeImage(
  ask: (request: string, asked?: Asked) => Promise<Answered>,
  body: object = {},
  token = 'alice:aa',
): Promise<string> {
  const raw = { disk_format: 'raw', container_format: 'bare' };
  const { body: image } = await ask('POST /v2/images', { token, body: { ...raw, ...body } });
  return image.id as string;
}

let stores: string | null = null;

/** Where those of this process are, as long as it runs. */
function allStores(): string {
  if (stores !== null) return stores;
  const made = mkdtempSync(join(tmpdir(), 'berth-images-'));
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  return (stores = made);
}
