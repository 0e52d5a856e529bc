/**
 * Kinds of changes that random commands on an empty world make seldom or never. Servers and actions are removed only by undoing; orders are
 * for hosts, of which there are none (`contradictions-in.property.test.ts` has some).
 */
export const seldomKinds: ReadonlySet<string> = new Set([
  'server-removed',
  'action-removed',
  'order-set',
  'order-removed',
  'service-removed',
  'project-quota-removed',
  'user-quota-removed',
  'class-quota-removed',
]);
