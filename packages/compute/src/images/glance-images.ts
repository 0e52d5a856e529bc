import { askService, questionsMax, type ServiceReply } from '../services/ask-service.ts';
import { FewAtOnce } from '@berth/api-kit/few-at-once.ts';
import { type AskImages, base, isNo, parsed, pathOf, refusedWith, wordsIn } from './ask-images.ts';
import { ImageForbidden, type Images, type ImageStore, ImagesUnavailable, ImageUnwanted } from './images.ts';
import { proxyTo } from './image-proxy.ts';
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
    proxy: proxyTo(ask),
  };
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
    backupsLike: async ({ imageId, serverId, backupType }, token) => {
      const read = async <Value>(path: string, take: (given: unknown) => Value): Promise<Value> => {
        const { status, text } = await ask({ method: 'GET', path, token });
        if (isNo(status)) throw new ImageUnwanted(status, wordsIn(text));
        if (status !== 200) throw refusedWith({ status, text });
        return parsed(text, take);
      };
      const owner = await read(pathOf(imageId), ownerIn);
      const query = new URLSearchParams({
        image_type: 'backup',
        backup_type: backupType,
        instance_uuid: serverId,
        owner,
        visibility: 'all',
        sort: 'created_at:desc',
        limit: '100',
      });
      return await read(`${base}?${query.toString()}`, (list) =>
        (list as { images: unknown[] }).images
          .filter((each) => ownerIn(each) === owner)
          .map((each) => readImageFacts(each).id),
      );
    },
    locationOf: (id) => `${plainUrl}/images/${id}`,
  };
}

function ownerIn(image: unknown): string {
  const { owner } = (image ?? {}) as { readonly owner?: unknown };
  if (typeof owner !== 'string' || owner === '') throw new Error('it belongs to nobody');
  return owner;
}

const questions = new FewAtOnce(questionsMax, () => new Error('The image service is asked too much.'));

async function asked(begin: () => Promise<ServiceReply>): Promise<ServiceReply> {
  try {
    return await questions.run(begin);
  } catch (cause) {
    throw new ImagesUnavailable(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
