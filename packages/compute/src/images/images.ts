/** Where images are looked up. What they hold is the hosts' to fetch. */
export interface Images {
  /** With the token of who asks; null where there is none. Throws `ImageForbidden` where they may not see it, and `ImagesUnavailable` where nothing can be found out. */
  find(id: string, token: string): Promise<ImageFacts | null>;
  /** Absent where images can only be looked at. */
  readonly store?: ImageStore;
  /** Absent where there is no image service that questions could be passed on to. */
  readonly proxy?: ImageProxy;
}

/** What clients of old versions ask compute, and mean the image service: all of it with their own tokens. Throws `ImageUnwanted` where the service says no. */
export interface ImageProxy {
  /** A page of those that they see, with the parameters of the image service. */
  list(query: URLSearchParams, token: string): Promise<readonly ProxiedImage[]>;
  show(id: string, token: string): Promise<ProxiedImage | null>;
  /** Gives properties values, or takes them away where there is none. */
  change(id: string, properties: ReadonlyMap<string, string | null>, token: string): Promise<void>;
  remove(id: string, token: string): Promise<void>;
}

export interface ProxiedImage extends ImageFacts {
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Where an image can be begun that a host fills later. */
export interface ImageStore {
  /** Throws `ImageUnwanted` where the service does not take it. */
  begin(image: NewImage, token: string): Promise<string>;
  /** Takes back one that was begun, where nothing came of it, or it is wanted no more. One that is not there is gone. */
  discard(id: string, token: string): Promise<void>;
  /** The backups that were made of a server as this one was, and belong to the same, newest first; of very many the newest. Those of others only say that they were. */
  backupsLike(backup: MadeBackup, token: string): Promise<readonly string[]>;
  /** Where clients of old versions are sent to see it. */
  locationOf(id: string): string;
}

export interface MadeBackup {
  readonly imageId: string;
  readonly serverId: string;
  readonly backupType: string;
}

export interface NewImage {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly minDiskGb: number;
  /** A project that may see it besides its owner's. */
  readonly sharedWith: string | null;
}

/** What is to be known of an image before a server is made of it. */
export interface ImageFacts {
  readonly id: string;
  readonly name: string;
  /** Servers can be made of those that are `active`. */
  readonly status: string;
  readonly minMemoryMb: number;
  readonly minDiskGb: number;
  readonly sizeBytes: number;
  readonly diskFormat: string | null;
  readonly containerFormat: string | null;
  readonly properties: Readonly<Record<string, string>>;
}

/** The service that has the images does not answer, or in a way that nobody understands. */
export class ImagesUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ImagesUnavailable';
  }
}

/** Whoever asks may not see it. */
export class ImageForbidden extends Error {
  override readonly name = 'ImageForbidden';
}

/** The service does not take an image: from who asks, or as it is. */
export class ImageUnwanted extends Error {
  override readonly name = 'ImageUnwanted';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
