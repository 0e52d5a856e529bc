import type { Server } from '@berth/compute-engine/servers/server.ts';
import type { ComputeContext } from '../endpoint.ts';
import type { ServerViewer } from './server-viewer.ts';

/**
 * Servers as they were encoded. What is said of a server depends on itself and on who looks, but for little, which goes into the key or is
 * added afterwards. So it is encoded once for all who see the same, and kept until the server changes, which makes another one of it: those who
 * watch a fleet, or wait for a server, ask for the same again and again.
 */
export class KeptServers<Encoded extends string | Uint8Array> {
  /** By who looks, and how. */
  readonly #byKey = new Map<string, WeakMap<Server, Encoded>>();
  #length = 0;

  of(key: string, server: Server, encode: () => Encoded): Encoded {
    const known = this.#byKey.get(key)?.get(server);
    if (known !== undefined) return known;
    const encoded = encode();
    if (this.#length > lengthMax || this.#byKey.size >= keysMax) {
      this.#byKey.clear();
      this.#length = 0;
    }
    this.#length += encoded.length;
    this.#byKey.getOrInsertComputed(key, () => new WeakMap()).set(server, encoded);
    return encoded;
  }
}

/** Of 1.8 kB each some 18,000; then everything is forgotten, and what is still asked for comes again. */
const lengthMax = 32 * 1024 * 1024;
const keysMax = 64;

/** What those have in common who see the same of a server: how they look, and in which zone its host is. */
export function viewKeys(
  { version }: Pick<ComputeContext, 'version'>,
  viewer: ServerViewer,
): (server: Server) => string {
  const { selfText, bookmarkText, isAdmin, seesAttributes, seesExtraSpecs } = viewer;
  const view = `${version} ${selfText} ${bookmarkText} ${isAdmin} ${seesAttributes} ${seesExtraSpecs}`;
  return ({ place }) => (place === null ? view : `${view} ${viewer.zoneOfHost(place.host)}`);
}
