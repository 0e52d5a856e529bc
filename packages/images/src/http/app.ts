import type { Caller } from '@berth/api-kit/caller.ts';
import type { Policy } from '@berth/api-kit/policy.ts';
import type { ImagesCommand } from '../domain/decide.ts';
import type { Images } from '../domain/images-state.ts';
import type { Uploads } from '../files/uploads.ts';

/** What the endpoints work on. */
export interface App {
  readonly images: Images;
  /** Decides and commits; `read` sees the images right after the command, and its result is given once it is durable. */
  commit<Result>(command: ImagesCommand, read: (images: Images) => Result): Promise<Result>;
  readonly policy: Policy;
  readonly settings: AppSettings;
  readonly uploads: Uploads;
  readonly newId: () => string;
}

export interface AppSettings {
  /** How many images there may be in all. */
  readonly imagesMax: number;
  /** Whether only the owner of an image and administrators may change it, whatever the rules say: as long as the older rules count, which say nothing of owners. */
  readonly checksOwners: () => boolean;
}

/** Who may see and change the images of all projects. */
export function isAdmin({ policy }: Pick<App, 'policy'>, caller: Caller): boolean {
  return policy.allows('context_is_admin', caller);
}
