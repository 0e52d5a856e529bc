import type { SettingKey } from './settings.ts';

/** A value as somebody wrote it, and where: '--port', 'BERTH_PORT', 'berth.yaml:3'. */
export interface Given {
  readonly text: string;
  readonly origin: string;
}

/** What one source says, and what it says that cannot be meant. */
export interface Reading {
  readonly given: ReadonlyMap<SettingKey, Given>;
  readonly problems: readonly string[];
}
