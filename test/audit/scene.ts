import type { Transport } from '@berth/client/transport.ts';
import type { Maker } from '../compute/reads/fleet.ts';
import type { ToolRun } from './original-tools.ts';

/** A Nova on a Placement of ours, and the commands of both. */
export interface Scene {
  readonly maker: Maker;
  readonly placement: Transport;
  readonly print: (text: string) => void;
  readonly ours: (...args: readonly [string, ...string[]]) => Promise<{ code: number; said: JsonAudit }>;
  readonly original: (...args: readonly string[]) => Promise<ToolRun>;
}

/** For commands that look twice. */
export const soon = ['--settle', '200ms'];

/** What our commands print of what they find. */
export interface JsonAudit {
  readonly summary: { readonly found: number };
  readonly findings: readonly {
    readonly consumer: string;
    readonly faults: readonly { readonly kind: string; readonly providers?: readonly string[] }[];
    readonly before: Readonly<Record<string, Readonly<Record<string, number>>>>;
    readonly after: Readonly<Record<string, Readonly<Record<string, number>>>> | null;
    readonly outcome?: { readonly kind: string };
  }[];
  readonly providers_without_host: readonly { readonly name: string }[];
}
