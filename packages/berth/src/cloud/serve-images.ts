import { resolve } from 'node:path';
import { type Caller, nobody } from '@berth/api-kit/caller.ts';
import type { Handle } from '@berth/api-kit/service.ts';
import { textOf } from '@berth/api-kit/response.ts';
import { bearerOf, type TokenBearer } from '@berth/compute/networks/neutron.ts';
import { imagesAskedBy } from '@berth/compute/images/glance-images.ts';
import type { Images as ImagesOfCompute } from '@berth/compute/images/images.ts';
import { whileLeading } from '@berth/compute/servers/while-leading.ts';
import { createImageService } from '@berth/images/create-image-service.ts';
import type { ImagesCommand } from '@berth/images/domain/decide.ts';
import type { Images } from '@berth/images/domain/images-state.ts';
import { ImageFiles } from '@berth/images/files/image-files.ts';
import { Uploads } from '@berth/images/files/uploads.ts';
import type { KindedChange } from '@berth/ledger/journal/projection.ts';
import type { Config } from '../config/settings.ts';
import type { Surroundings } from '../serving/surroundings.ts';
import { servesImages } from './serves-images.ts';
import type { ServedLedger } from './composition.ts';

/** The image service of this process. */
export interface ServedImages {
  readonly handle: Handle;
  /** The same for compute, which asks it without a socket. */
  readonly forCompute: ImagesOfCompute;
  /** Who compute is there, where it acts for nobody else. */
  readonly bearer: TokenBearer;
}

/** The image API on the cloud; null where images are somebody else's, or there is no place for them. */
export function serveImages(
  { world, commit, leadership }: ServedLedger<{ readonly images: Images }, ImagesCommand, KindedChange>,
  around: Surroundings,
): ServedImages | null {
  const { config, live, log, now, newId, onUnavailable, onFault } = around;
  const place = placeOf(config);
  if (place === null) return null;
  const images = () => world().images;
  const uploads = new Uploads({
    files: new ImageFiles(place.directory, place.owner),
    images,
    commit: (command) => commit(command, () => undefined),
    imageBytesMax: config.imageBytesMax,
    allBytesMax: config.allImagesBytesMax,
    newId,
    now,
    onTrouble: (err) => log.warn({ err }, 'a file of an image could not be removed'),
  });
  if (leadership) {
    const tidyUp = async () => {
      const left = await uploads.tidyUp();
      if (left.images + left.files > 0) log.info(left, 'what was left of uploads is put in order');
    };
    const onTrouble = (err: unknown) =>
      log.warn({ err }, 'what was left of uploads could not be put in order');
    if (leadership.isLeading()) tidyUp().catch(onTrouble);
    whileLeading(leadership, tidyingMs, tidyUp, onTrouble);
  }
  const token = around.insiders.tokenOf(itself);
  const handle = createImageService(
    { images, commit: (command, read) => commit(command, (world) => read(world.images)) },
    {
      authenticate: around.authenticate,
      policy: live.policies.image,
      settings: { imagesMax: config.imagesMax, checksOwners: () => !live.enforcesNewDefaults },
      uploads,
      now,
      newId,
      onUnavailable,
      onFault,
    },
  );
  return { handle, forCompute: askedInProcess(handle), bearer: bearerOf(token) };
}

const tidyingMs = 60_000;

/** Where contents are, and whose they are. Processes on one database would need a directory that all of them see. */
function placeOf(config: Config): { readonly directory: string; readonly owner: string } | null {
  if (!servesImages(config)) return null;
  const { imageStore, ledgerPath } = config;
  const { path } = ledgerPath;
  return { directory: imageStore ?? `${path}.images`, owner: path === ':memory:' ? path : resolve(path) };
}

/** Compute, where it acts for nobody else. */
const itself: Caller = {
  ...nobody,
  userId: 'berth',
  roles: ['admin', 'member', 'reader'],
  isServiceToken: true,
};

function askedInProcess(handle: Handle): ImagesOfCompute {
  return imagesAskedBy(async ({ method, path, token, body, contentType }) => {
    const { status, body: answered } = await handle({
      method,
      target: path,
      headers: {
        'x-auth-token': token,
        accept: 'application/json',
        ...(contentType === undefined ? {} : { 'content-type': contentType }),
      },
      body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
      origin: '',
      remoteAddress: '',
    });
    return { status, text: textOf(answered) };
  }, '/image');
}
