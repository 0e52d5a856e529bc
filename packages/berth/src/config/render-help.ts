import { flagOf, type Setting, sectionOf, variableOf } from './setting.ts';
import { type SettingKey, sections, settingEntries } from './settings.ts';

const width = 100;
const indent = ' '.repeat(6);

/** The options for these settings as lines of help, in their sections. */
export function renderHelp(keys: readonly SettingKey[] | 'all' = 'all'): string {
  const blocks = [
    `Options:\n${block('--config FILE', 'A YAML file with settings.', 'BERTH_CONFIG')}\n${block('--help, -h', 'Show this.')}`,
  ];
  for (const [section, title] of Object.entries(sections)) {
    const lines = settingEntries()
      .filter(([key, setting]) => sectionOf(setting) === section && (keys === 'all' || keys.includes(key)))
      .map(([, setting]) => block(headOf(setting), setting.help, tailOf(setting)));
    if (lines.length > 0) blocks.push(`${title}:\n${lines.join('\n')}`);
  }
  return blocks.join('\n\n');
}

function headOf(setting: Setting<unknown>): string {
  const flag = flagOf(setting);
  if (flag === null) return `(no option, since others could read it)`;
  if (setting.kind.placeholder === null) return `${flag}, --no-${setting.name}`;
  return `${flag} ${setting.kind.placeholder}`;
}

function tailOf(setting: Setting<unknown>): string {
  const usual = setting.default === null ? '' : `default ${setting.default}; `;
  return `${usual}${variableOf(setting)}; ${setting.path}`;
}

function block(head: string, help: string, tail?: string): string {
  return `  ${head}\n${wrap(tail === undefined ? help : `${help} [${tail}]`)}`;
}

function wrap(text: string): string {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(' ')) {
    if (line.length + word.length > width && line !== indent) {
      lines.push(line.trimEnd());
      line = indent;
    }
    line += `${word} `;
  }
  return [...lines, line.trimEnd()].join('\n');
}
