import {
  askService,
  questionsMax,
  type ServiceQuestion,
  type ServiceReply,
} from '../services/ask-service.ts';
import { FewAtOnce } from '@berth/api-kit/few-at-once.ts';
import { ImageForbidden, type Images, type ImageStore, ImagesUnavailable, ImageUnwanted } from './images.ts';
import { readImageFacts } from './read-image-facts.ts';

export interface GlanceSettings {
  /** Where it is: 'http://controller/image'. Versions are behind it. */
  readonly url: string;
  readonly timeoutMs: number;
}

/** The images of a Glance, asked with the token of whoever asks us: they see what they may see there. */
export function glanceImages({ url, timeoutMs }: GlanceSettings): Images {
  const plainUrl = url.replace(/\/+$/, '').replace(/\/v2$/, '');
  return imagesAskedBy(
    async ({ path, ...question }) =>
      await asked(() =>
        askService('the image service', { ...question, url: `${plainUrl}${path}`, timeoutMs }),
      ),
    plainUrl,
  );
}

/** One question to the image service; the path begins with its version. */
export interface ImageQuestion {
  readonly method: ServiceQuestion['method'];
  readonly path: string;
  readonly token: string;
  readonly body?: unknown;
}

type AskImages = (question: ImageQuestion) => Promise<ServiceReply>;

/** The same, however it is asked; `plainUrl` is where it is for clients. */
export function imagesAskedBy(ask: AskImages, plainUrl: string): Images {
  return {
    find: async (id, token) => {
      const { status, text } = await ask({ method: 'GET', path: pathOf(id), token });
      if (status === 404) return null;
      if (status === 401 || status === 403) throw new ImageForbidden(`Not authorized for image ${id}.`);
      if (status !== 200) throw refusedWith({ status, text });
      return parsed(text, readImageFacts);
    },
    store: storeIn(ask, plainUrl),
  };
}

const base = '/v2/images';

function pathOf(id: string): string {
  return `${base}/${encodeURIComponent(id)}`;
}

function storeIn(ask: AskImages, plainUrl: string): ImageStore {
  const share = async (id: string, member: string, token: string): Promise<void> => {
    const reply = await ask({ method: 'POST', path: `${pathOf(id)}/members`, token, body: { member } });
    if (reply.status !== 200 && reply.status !== 409) throw refusedWith(reply);
  };
  return {
    begin: async ({ name, properties, minDiskGb, sharedWith }, token) => {
      const visibility = sharedWith === null ? 'private' : 'shared';
      const body = { ...properties, name, visibility, min_disk: minDiskGb };
      const { status, text } = await ask({ method: 'POST', path: base, token, body });
      if (isNo(status)) throw new ImageUnwanted(status, wordsIn(text));
      if (status !== 201) throw refusedWith({ status, text });
      const id = parsed(text, (image) => readImageFacts(image).id);
      if (sharedWith !== null) await share(id, sharedWith, token);
      return id;
    },
    discard: async (id, token) => {
      const { status, text } = await ask({ method: 'DELETE', path: pathOf(id), token });
      if (status === 204 || status === 404) return;
      throw isNo(status) ? new ImageUnwanted(status, wordsIn(text)) : refusedWith({ status, text });
    },
    backupsOf: async (serverId, backupType, token) => {
      const query = new URLSearchParams({
        image_type: 'backup',
        backup_type: backupType,
        instance_uuid: serverId,
        visibility: 'all',
        sort: 'created_at:desc',
        limit: '1000',
      });
      const { status, text } = await ask({ method: 'GET', path: `${base}?${query.toString()}`, token });
      if (isNo(status)) throw new ImageUnwanted(status, wordsIn(text));
      if (status !== 200) throw refusedWith({ status, text });
      return parsed(text, (list) =>
        (list as { images: unknown[] }).images.map((each) => readImageFacts(each).id),
      );
    },
    locationOf: (id) => `${plainUrl}/images/${id}`,
  };
}

/** It would say so again. */
function isNo(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

function refusedWith({ status, text }: ServiceReply): ImagesUnavailable {
  return new ImagesUnavailable(`The image service answers with ${status}: ${wordsIn(text)}`);
}

/** Its errors are pages: what they say is between the tags. */
function wordsIn(text: string): string {
  const start = text.toLowerCase().lastIndexOf('<body');
  return text
    .slice(Math.max(start, 0))
    .slice(0, longestWords)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 200);
}

const longestWords = 4_096;

function parsed<Result>(text: string, read: (value: unknown) => Result): Result {
  try {
    return read(JSON.parse(text));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ImagesUnavailable(`What the image service says of an image cannot be read: ${why}`, { cause });
  }
}

const questions = new FewAtOnce(questionsMax, () => new Error('The image service is asked too much.'));

async function asked(begin: () => Promise<ServiceReply>): Promise<ServiceReply> {
  try {
    return await questions.run(begin);
  } catch (cause) {
    throw new ImagesUnavailable(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
