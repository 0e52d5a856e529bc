/** A tree was asked about a provider that it does not have. */
export class UnknownProvider extends Error {
  override readonly name = 'UnknownProvider';
  readonly nameOrUuid: string;

  constructor(nameOrUuid: string) {
    super(`There is no provider ${nameOrUuid} in the tree.`);
    this.nameOrUuid = nameOrUuid;
  }
}

/** Placement has each uuid once, and each name once. */
export class ProviderExists extends Error {
  override readonly name = 'ProviderExists';
  readonly nameOrUuid: string;

  constructor(nameOrUuid: string) {
    super(`There is a provider ${nameOrUuid} in the tree already.`);
    this.nameOrUuid = nameOrUuid;
  }
}

/** Providers that are to be put into a tree are in the subtree of nobody: their parents are missing, or they are their own ancestors. */
export class UnrootedProviders extends Error {
  override readonly name = 'UnrootedProviders';
  readonly uuids: readonly string[];

  constructor(uuids: readonly string[], reason: string) {
    super(`${reason}: ${uuids.join(', ')}`);
    this.uuids = uuids;
  }
}
