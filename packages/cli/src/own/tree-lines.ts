import { textWidth } from '../output/text-width.ts';

/** What a provider has of one class. */
export interface Stock {
  readonly name: string;
  readonly used: number;
  readonly capacity: number;
}

export interface TreeProvider {
  readonly id: string;
  readonly name: string;
  /** Null for a root. */
  readonly parent: string | null;
  readonly stock: readonly Stock[];
  readonly traits: readonly string[];
}

export interface TreeStyle {
  readonly hasColours: boolean;
  readonly isUnicode: boolean;
}

const barWidth = 20;

/** Trees as people draw them: a provider, what it has with bars, and those below it behind branches. */
export function treeLines(providers: readonly TreeProvider[], style: TreeStyle): readonly string[] {
  const width = Math.max(0, ...providers.flatMap(({ stock }) => stock.map(({ name }) => textWidth(name))));
  const below = (parent: string | null) => providers.filter((each) => each.parent === parent);
  const branch = style.isUnicode
    ? { last: '└─ ', other: '├─ ', through: '│  ' }
    : { last: '`- ', other: '|- ', through: '|  ' };
  const draw = (provider: TreeProvider, head: string, rest: string): readonly string[] => {
    const children = below(provider.id);
    const own = children.length > 0 ? branch.through : '   ';
    return [
      `${head}${bold(provider.name, style)}  ${provider.id}`,
      ...provider.stock.map((each) => `${rest}${own}${stockText(each, width, style)}`),
      ...provider.traits.map((trait) => `${rest}${own}${trait}`),
      ...children.flatMap((child, index) => {
        const isLast = index === children.length - 1;
        return draw(
          child,
          rest + (isLast ? branch.last : branch.other),
          rest + (isLast ? '   ' : branch.through),
        );
      }),
    ];
  };
  return below(null).flatMap((root) => draw(root, '', ''));
}

function stockText({ name, used, capacity }: Stock, width: number, style: TreeStyle): string {
  const share = capacity > 0 ? used / capacity : used > 0 ? 1 : 0;
  // What is used a little is not shown as nothing, and what is not full not as full.
  const filled =
    share <= 0
      ? 0
      : share >= 1
        ? barWidth
        : Math.min(barWidth - 1, Math.max(1, Math.round(share * barWidth)));
  const [full, empty] = style.isUnicode ? ['█', '░'] : ['#', '.'];
  const bar = full.repeat(filled) + empty.repeat(barWidth - filled);
  return `${name.padEnd(width)} ${coloured(bar, share, style)} ${used}/${capacity} ${percent(share)}`;
}

function percent(share: number): string {
  return `${share > 0 && share < 0.01 ? '<1' : Math.floor(share * 100)}%`;
}

function coloured(bar: string, share: number, { hasColours }: TreeStyle): string {
  if (!hasColours) return bar;
  const colour = share >= 0.9 ? 31 : share >= 0.7 ? 33 : 32;
  return `\x1b[${colour}m${bar}\x1b[0m`;
}

function bold(text: string, { hasColours }: TreeStyle): string {
  return hasColours ? `\x1b[1m${text}\x1b[0m` : text;
}
