import type { RenderFailure } from '@berth/api-kit/server/failure.ts';
import { placementDialect } from '@berth/placement/http/dialect/placement-dialect.ts';

/** What goes wrong before a service is reached is told in the form of the first service that was here. */
export const renderFailure: RenderFailure = placementDialect.renderFailure;
