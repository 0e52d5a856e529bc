import { ServiceError } from '@berth/client/service-error.ts';

/** Placement did not do, or not tell, what it was asked for. The names are those that Nova's report client has for it. */
export class ReportError extends Error {
  /** The provider, consumer, class or trait that it is about. */
  readonly subject: string;

  constructor(subject: string, what: string, cause?: unknown) {
    super(cause instanceof Error ? `${what}: ${cause.message}` : what, { cause });
    this.name = new.target.name;
    this.subject = subject;
  }
}

/** Somebody else was faster, and what was sent rests on an old picture: it has changed nothing. Read again, and begin again. */
export class PlacementAPIConflict extends ReportError {}

export class ResourceProviderUpdateConflict extends PlacementAPIConflict {
  readonly generation: number | null;

  constructor(uuid: string, generation: number | null, cause?: unknown) {
    super(uuid, `Provider ${uuid} has changed since its generation was ${generation}`, cause);
    this.generation = generation;
  }
}

export class PlacementReshapeConflict extends PlacementAPIConflict {
  constructor(cause: unknown) {
    super('/reshaper', 'Providers or consumers have changed since the reshape was planned', cause);
  }
}

/** Placement had the provider when it was to be made, and then did not: somebody has deleted it, or has told us too early. */
export class ResourceProviderCreationConflict extends PlacementAPIConflict {
  constructor(name: string) {
    super(name, `Provider ${name} was there when it was to be created, and then it was gone`);
  }
}

/** An update has come to an end half-way, for the reason in `cause`. The next one takes it up. */
export class ResourceProviderSyncFailed extends ReportError {
  constructor(uuid: string, cause: unknown) {
    super(uuid, 'Placement could not be brought up to date', cause);
  }
}

export class ResourceProviderNotFound extends ReportError {
  constructor(nameOrUuid: string) {
    super(nameOrUuid, `Placement has no provider ${nameOrUuid}`);
  }
}

export class ResourceProviderRetrievalFailed extends ReportError {
  constructor(uuid: string, cause: unknown) {
    super(uuid, `Provider ${uuid} could not be read`, cause);
  }
}

export class ResourceProviderAggregateRetrievalFailed extends ReportError {
  constructor(uuid: string, cause: unknown) {
    super(uuid, `The aggregates of provider ${uuid} could not be read`, cause);
  }
}

export class ResourceProviderTraitRetrievalFailed extends ReportError {
  constructor(uuid: string, cause: unknown) {
    super(uuid, `The traits of provider ${uuid} could not be read`, cause);
  }
}

export class ResourceProviderAllocationRetrievalFailed extends ReportError {
  constructor(uuid: string, cause: unknown) {
    super(uuid, `The allocations on provider ${uuid} could not be read`, cause);
  }
}

export class ConsumerAllocationRetrievalFailed extends ReportError {
  constructor(consumerUuid: string, cause: unknown) {
    super(consumerUuid, `The allocations of consumer ${consumerUuid} could not be read`, cause);
  }
}

export class ResourceProviderCreationFailed extends ReportError {
  constructor(name: string, cause: unknown) {
    super(name, `Provider ${name} could not be created`, cause);
  }
}

export class ResourceProviderUpdateFailed extends ReportError {
  constructor(uuid: string, cause: unknown) {
    super(uuid, `Provider ${uuid} could not be updated`, cause);
  }
}

export class ResourceProviderDeletionFailed extends ReportError {
  constructor(uuid: string, cause: unknown) {
    super(uuid, `Provider ${uuid} could not be deleted`, cause);
  }
}

/** A provider that is to be deleted has allocations or children. */
export class ResourceProviderInUse extends ReportError {
  constructor(uuid: string, cause: unknown) {
    super(uuid, `Provider ${uuid} is in use`, cause);
  }
}

/** Inventory that is to go has allocations. */
export class InventoryInUse extends ReportError {
  constructor(uuid: string, cause: unknown) {
    super(uuid, `Inventory of provider ${uuid} is in use`, cause);
  }
}

export class InvalidResourceClass extends ReportError {
  constructor(resourceClass: string, cause: unknown) {
    super(resourceClass, `There cannot be a resource class ${resourceClass}`, cause);
  }
}

export class TraitRetrievalFailed extends ReportError {
  constructor(cause: unknown) {
    super('/traits', 'The traits that there are could not be read', cause);
  }
}

export class TraitCreationFailed extends ReportError {
  constructor(trait: string, cause: unknown) {
    super(trait, `Trait ${trait} could not be created`, cause);
  }
}

export class AllocationUpdateFailed extends ReportError {
  constructor(consumerUuid: string, cause: unknown) {
    super(consumerUuid, `What consumer ${consumerUuid} holds was changed by somebody else`, cause);
  }
}

export class AllocationMoveFailed extends ReportError {
  constructor(consumerUuid: string, cause: unknown) {
    super(consumerUuid, `What consumer ${consumerUuid} holds could not be moved`, cause);
  }
}

export class AllocationDeleteFailed extends ReportError {
  constructor(consumerUuid: string, cause: unknown) {
    super(consumerUuid, `What consumer ${consumerUuid} holds could not be given back`, cause);
  }
}

/** Waits for a call. Where Placement refuses it, what is thrown is what that means to the caller. */
export async function refusedAs<Value>(
  call: Promise<Value>,
  meaning: (refusal: ServiceError) => Error,
): Promise<Value> {
  try {
    return await call;
  } catch (error) {
    throw error instanceof ServiceError ? meaning(error) : error;
  }
}

/** Somebody else has written between our read and our write. */
export function isConcurrentUpdate({ code }: ServiceError): boolean {
  return code === 'placement.concurrent_update';
}

/** It is the consumer that has changed: to read again and overwrite it would undo what somebody else has decided. */
export function isConsumerConflict(refusal: ServiceError): boolean {
  return isConcurrentUpdate(refusal) && refusal.detail.includes('consumer generation conflict');
}
