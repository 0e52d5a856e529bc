export type ImageId = string & { readonly __brand: 'ImageId' };

/** What becomes of one image over time. The original has more of these, for ways to bring content that are not here. */
export type ImageStatus =
  /** There is nothing in it yet. */
  | 'queued'
  /** Its content is coming in. */
  | 'saving'
  | 'active'
  /** It has its content, which only administrators may fetch. */
  | 'deactivated';

export const visibilities = ['community', 'public', 'private', 'shared'] as const;
export type Visibility = (typeof visibilities)[number];

export const memberStatuses = ['pending', 'accepted', 'rejected'] as const;
export type MemberStatus = (typeof memberStatuses)[number];

/** An image, and all that is said of it. It changes as a whole. */
export interface Image {
  readonly id: ImageId;
  readonly name: string | null;
  readonly status: ImageStatus;
  readonly visibility: Visibility;
  /** The project it belongs to; null: nobody's, so that only administrators may change it. */
  readonly owner: string | null;
  readonly isProtected: boolean;
  readonly isHidden: boolean;
  readonly minMemoryMb: number;
  readonly minDiskGb: number;
  readonly diskFormat: string | null;
  readonly containerFormat: string | null;
  readonly tags: readonly string[];
  /** What else is said of it, in words that others give a meaning to. */
  readonly properties: Readonly<Record<string, string>>;
  /** The projects that it is shared with; only as long as it is `shared` they see it. */
  readonly members: readonly ImageMember[];
  readonly createdAt: number;
  readonly updatedAt: number;
  /** There exactly while it is `active` or `deactivated`. */
  readonly content: ImageContent | null;
  /** Under which name its content is coming in; there exactly while it is `saving`. */
  readonly uploadId: string | null;
}

export interface ImageMember {
  readonly projectId: string;
  readonly status: MemberStatus;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface ImageContent {
  /** What its file is called: that of the upload it came with. No two contents ever have the same one. */
  readonly fileId: string;
  readonly sizeBytes: number;
  /** Of the disk that a machine would see; null where that is not known. */
  readonly virtualBytes: number | null;
  readonly md5: string;
  readonly sha512: string;
}

/** How many things of each kind one image may have: it is written as a whole. */
export const tagsMax = 128;
export const propertiesMax = 128;
export const membersMax = 128;
