import type { PolicyTarget } from '../policy.ts';

/** The right side of a check: text with places that the target fills, as in `%(project_id)s`. */
export interface MatchTemplate {
  /** As the rule wrote it. */
  readonly text: string;
  readonly parts: readonly (string | { readonly key: string })[];
}

/** The text to compare with, or undefined where the target lacks what the template asks for. */
export type Fill = (target: PolicyTarget) => string | undefined;

/** Null where the text is not a template: a percent sign begins `%(name)s` or `%%`, and nothing else. */
export function parseMatchTemplate(text: string): MatchTemplate | null {
  const parts: (string | { readonly key: string })[] = [];
  for (const [piece, key] of text.matchAll(/[^%]+|%%|%\(([^()]*)\)s|%/g)) {
    if (piece === '%') return null;
    if (key !== undefined) parts.push({ key });
    else parts.push(piece === '%%' ? '%' : piece);
  }
  return { text, parts };
}

/** The text of a template without places; undefined where it has some. */
export function constantText({ parts }: MatchTemplate): string | undefined {
  return parts.every((part) => typeof part === 'string') ? parts.join('') : undefined;
}

export function compileTemplate(template: MatchTemplate): Fill {
  const constant = constantText(template);
  if (constant !== undefined) return () => constant;
  const [first] = template.parts;
  if (template.parts.length === 1 && typeof first === 'object') return valueOf(first.key);

  const fills = template.parts.map((part) => (typeof part === 'string' ? () => part : valueOf(part.key)));
  return (target) => {
    let text = '';
    for (const fill of fills) {
      const piece = fill(target);
      if (piece === undefined) return undefined;
      text += piece;
    }
    return text;
  };
}

function valueOf(key: string): Fill {
  return (target) => {
    const value = target[key];
    if (typeof value === 'string') return value;
    // A key that is there without a value reads 'None', on both sides of a check.
    return value === null ? 'None' : undefined;
  };
}
