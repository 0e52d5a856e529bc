import type { RenderFailure } from '@berth/api-kit/server/failure.ts';
import { placementDialect } from '@berth/placement/http/dialect/placement-dialect.ts';

/** What goes wrong before a service is reached, or around it, is told in Placement's form. */
export const renderFailure: RenderFailure = placementDialect.renderFailure;
