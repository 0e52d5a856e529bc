import { hash } from 'node:crypto';
import type { Provider } from '@berth/engine/provider.ts';

/**
 * The entity tags of trees. A tag is a hash of the answer, so that every process and thread gives the same one for the same
 * answer, before and after a restart. It is kept with what it was made from: for a tree that has not changed it is known
 * without making the answer, and hosts that ask again and again are told so in a few microseconds.
 */
export function knownTag(root: Provider, revisions: string): string | undefined {
  const known = kept[root.index];
  return known?.root === root && known.revisions === revisions ? known.tag : undefined;
}

export function makeTag(root: Provider, revisions: string, answer: string): string {
  const tag = `"${hash('sha256', answer, 'base64url')}"`;
  kept[root.index] = { root, revisions, tag };
  return tag;
}

interface Kept {
  readonly root: Provider;
  readonly revisions: string;
  readonly tag: string;
}

/**
 * By the root's index; of each the answer that was asked for last. What is there may be of another provider that had the index
 * before, or of another world.
 */
const kept: (Kept | undefined)[] = [];
