import { stringify } from 'yaml';
import { sectionOf } from '../config/setting.ts';
import { sections, settingEntries } from '../config/settings.ts';
import type { Account, LeftOption } from './account.ts';

/** The settings as a file of Berth's, with all that was left in comments at its end. */
export function renderSettings({ settings, left }: Account): string {
  const lines: string[] = [];
  for (const section of Object.keys(sections)) {
    const ofSection = settingEntries().filter(([, setting]) => sectionOf(setting) === section);
    const entries = ofSection.flatMap(([key, setting]) => {
      const taken = settings.get(key);
      if (taken === undefined) return [];
      const value = setting.kind.isList ? setting.parse(taken.value) : scalar(taken.value);
      const text = stringify({ [setting.path.slice(section.length + 1)]: value }, { lineWidth: 0 });
      return [`# ${taken.from}`, ...text.trimEnd().split('\n')];
    });
    if (entries.length > 0) lines.push(`${section}:`, ...entries.map((line) => `  ${line}`), '');
  }
  for (const { kind, title } of parts) {
    const options = left.filter((each) => each.kind === kind);
    if (options.length === 0) continue;
    lines.push(`# ${title}`, ...options.flatMap(described), '');
  }
  return `${lines.join('\n').trimEnd()}\n`;
}

const parts = [
  { kind: 'by hand', title: 'To be decided or done by hand:' },
  { kind: 'unknown', title: 'Unknown:' },
  { kind: 'meaningless', title: 'Without a meaning here:' },
] as const;

function described({ option, why }: LeftOption): readonly string[] {
  return [`#   ${option}`, `#     ${why}`];
}

/** Numbers and truth values without quotes, as one would write them. */
function scalar(value: string): unknown {
  if (/^-?\d{1,15}$/.test(value)) return Number(value);
  if (/^(true|false)$/i.test(value)) return value.toLowerCase() === 'true';
  return value;
}
