import type { ServiceAnswer } from '@berth/client/transport.ts';

/** The versions that a service says it has; null where the answer is no such document, or of another service. */
export function versionsIn(
  service: 'placement' | 'compute',
  { status, json }: ServiceAnswer,
): { newest: string } | null {
  if (status !== 200) return null;
  // Compute tells of one version at its address, Placement of all, of which there is one.
  const told = service === 'compute' ? member(json, 'version') : firstOf(member(json, 'versions'));
  const newest = service === 'compute' ? member(told, 'version') : member(told, 'max_version');
  if (typeof newest !== 'string' || !/^\d+\.\d+$/.test(newest)) return null;
  return { newest };
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : undefined;
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
