import type { Inventories } from '@berth/client/placement/records.ts';
import type { AskedInventory, FlavorSizes } from './cloud-file.ts';

/**
 * One change that is to be made. Providers and flavors are called by the names they are to have: one that is not there yet has no id. What is to be
 * replaced as a whole has what was found and what is to be.
 */
export type Step =
  | { readonly kind: 'create-class'; readonly name: string }
  | { readonly kind: 'create-trait'; readonly name: string }
  | {
      readonly kind: 'create-provider';
      readonly name: string;
      /** Null: one is made. */
      readonly uuid: string | null;
      /** Null for a root. */
      readonly parent: string | null;
    }
  | {
      readonly kind: 'update-provider';
      readonly name: string;
      readonly parent: string | null;
      readonly before: { readonly name: string; readonly parent: string | null };
    }
  | {
      readonly kind: 'set-inventories';
      readonly provider: string;
      /** What the file says, from which they are made again where somebody else has changed them meanwhile. */
      readonly asked: readonly AskedInventory[];
      readonly before: Inventories;
      readonly after: Inventories;
    }
  | ({ readonly kind: 'set-traits'; readonly provider: string } & BeforeAndAfter)
  | ({ readonly kind: 'set-aggregates'; readonly provider: string } & BeforeAndAfter)
  | { readonly kind: 'create-flavor'; readonly flavor: NewFlavor }
  | {
      readonly kind: 'describe-flavor';
      readonly flavor: string;
      readonly before: string | null;
      readonly after: string | null;
    }
  | {
      readonly kind: 'set-extra-specs';
      readonly flavor: string;
      readonly before: Readonly<Record<string, string>>;
      readonly after: Readonly<Record<string, string>>;
    }
  /** Of projects, by id. */
  | ({ readonly kind: 'set-flavor-access'; readonly flavor: string } & BeforeAndAfter)
  /** `isReplaced`: it is made anew by the next step. */
  | {
      readonly kind: 'delete-flavor';
      readonly id: string;
      readonly name: string;
      readonly isReplaced: boolean;
    }
  | { readonly kind: 'delete-provider'; readonly uuid: string; readonly name: string };

/** Lists without an order. */
interface BeforeAndAfter {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export interface NewFlavor {
  readonly name: string;
  /** Null: one is made. */
  readonly id: string | null;
  readonly sizes: FlavorSizes;
  readonly description: string | null;
}

/** What is in one of two lists and not in the other. */
export function listChange({ before, after }: BeforeAndAfter): {
  readonly added: readonly string[];
  readonly removed: readonly string[];
} {
  const [had, has] = [new Set(before), new Set(after)];
  return {
    added: [...has].filter((each) => !had.has(each)).sort(),
    removed: [...had].filter((each) => !has.has(each)).sort(),
  };
}
