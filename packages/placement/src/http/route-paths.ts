import { routes } from './routes.ts';

/** What the paths below /berth/ begin with that Placement has: '/berth/v1/explain/'. All others there are about the whole ledger. */
export const extensionPrefixes: readonly string[] = [
  ...new Set(routes.flatMap(({ route }) => /^\S+ (\/berth\/v\d+\/[^/]+\/)/.exec(route)?.[1] ?? [])),
];

/** Paths to which POST only says what a write would do. */
export const previewPaths: readonly string[] = routes.flatMap(({ route, isPreview }) =>
  isPreview ? route.replace(/^\S+ /, '') : [],
);
