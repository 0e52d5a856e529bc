import { settings, type SettingKey } from '../config/settings.ts';
import type { Fate, Fates, Left } from './fate.ts';
import { isKnownOption } from './known-options.ts';
import { novaFates } from './nova-fates.ts';
import type { OsloFile, OsloService } from './oslo-file.ts';
import type { OsloOption } from './read-oslo.ts';
import { placementFates } from './placement-fates.ts';

/** What has become of every option of some files. */
export interface Account {
  readonly settings: ReadonlyMap<SettingKey, TakenOver>;
  readonly left: readonly LeftOption[];
}

export interface TakenOver {
  readonly value: string;
  /** 'placement.conf: [api] auth_strategy' */
  readonly from: string;
}

export interface LeftOption {
  readonly kind: Left['kind'] | 'unknown';
  readonly option: string;
  readonly why: string;
}

const fates: Readonly<Record<OsloService, Readonly<Record<string, Fates>>>> = {
  placement: placementFates,
  nova: novaFates,
};

/** Every option is in it once: as a setting, or among those that were left. Of files that contradict each other, the first counts. */
export function accountFor(files: readonly OsloFile[]): Account {
  const taken = new Map<SettingKey, TakenOver>();
  const left: LeftOption[] = [];
  for (const file of files) {
    for (const option of file.options) {
      const from = `${file.path}: [${option.section}] ${option.name}`;
      const outcome = outcomeOf(file, option);
      if (outcome.kind !== 'taken') {
        left.push({ ...outcome, option: from });
        continue;
      }
      const { setting, value } = outcome;
      const before = taken.get(setting);
      if (before === undefined) taken.set(setting, { value, from });
      else if (before.value !== value)
        left.push({ kind: 'by hand', option: from, why: `${before.from} says something else of the same.` });
      else taken.set(setting, { value, from: `${before.from}, ${from}` });
    }
  }
  return { settings: taken, left };
}

type Outcome =
  | { readonly kind: 'taken'; readonly setting: SettingKey; readonly value: string }
  | { readonly kind: LeftOption['kind']; readonly why: string };

function outcomeOf(file: OsloFile, { section, name, value }: OsloOption): Outcome {
  const fate = fateOf(file.service, section, name);
  if (fate === null) return { kind: 'unknown', why: 'The original does not know it, either.' };
  if (fate.kind !== 'taken') return fate;
  const given = fate.as(value, file);
  if (typeof given !== 'string') return given;
  const setting = settings[fate.setting];
  if (setting.parse(given) !== undefined) return { kind: 'taken', setting: fate.setting, value: given };
  return { kind: 'by hand', why: `${setting.path} must be ${setting.kind.description}.` };
}

/** Null for what nobody knows. What is said of a whole section counts for options that the original has. */
function fateOf(service: OsloService, section: string, name: string): Fate | null {
  const ofSection = fates[service][section];
  if (ofSection !== undefined && Object.hasOwn(ofSection, name)) return ofSection[name] ?? null;
  return isKnownOption(service, section, name) ? (ofSection?.['*'] ?? null) : null;
}
