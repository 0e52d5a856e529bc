import { quote } from '@berth/client/quote.ts';
import type { YamlReport } from '@berth/client/yaml/yaml-report.ts';
import type { YamlMapping } from '@berth/client/yaml/yaml-tree.ts';

/** The original ignores them without a word, for the sake of later minor versions; mostly they are misspelled. */
export function warnOfUnknown(mapping: YamlMapping, known: readonly string[], report: YamlReport): void {
  for (const [name, { offset }] of mapping.members) {
    if (known.includes(name)) continue;
    report.warning(offset, `${quote(name)} is not known here, and is ignored; there are ${known.join(', ')}`);
  }
}
