import type { SettingKey } from '../config/settings.ts';
import type { OsloFile } from './oslo-file.ts';

/** What becomes of an option of the original's. */
export type Fate = Taken | Left;

/** There is a setting for it. */
export interface Taken {
  readonly kind: 'taken';
  readonly setting: SettingKey;
  /** As the setting wants it; where it cannot have this value, what becomes of it instead. */
  readonly as: (value: string, file: OsloFile) => string | Left;
}

export interface Left {
  /** `meaningless`: Berth has nothing that could be set so. `by hand`: something has to be decided or done. */
  readonly kind: 'meaningless' | 'by hand';
  readonly why: string;
}

export function taken(setting: SettingKey, as: Taken['as'] = (value) => value): Taken {
  return { kind: 'taken', setting, as };
}

export function meaningless(why: string): Left {
  return { kind: 'meaningless', why };
}

export function byHand(why: string): Left {
  return { kind: 'by hand', why };
}

/** The fates of options by name, of one section. `*` is that of all others. */
export type Fates = Readonly<Record<string, Fate>>;

/** The same for all of them. */
export function each(fate: Fate, ...names: readonly string[]): Fates {
  return Object.fromEntries(names.map((name) => [name, fate]));
}
