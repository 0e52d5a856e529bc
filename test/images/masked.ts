/** An answer of either side. */
export interface ImageAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

const compared = ['content-type', 'content-range', 'content-md5', 'allow', 'accept-patch'];

/** What has to be the same: without times, without what only stores and imports have, and without the print of a schema, which has our own words in it. */
export function masked({ status, headers, text }: ImageAnswer): unknown {
  const kept = Object.fromEntries(
    compared.flatMap((name) => {
      // An answer without a body has a type of its own there.
      const value = text === '' && name === 'content-type' ? undefined : headers[name];
      return value === undefined
        ? []
        : [[name, name === 'allow' ? value.split(', ').sort().join(', ') : value]];
    }),
  );
  return { status, headers: kept, body: maskedBody(text) };
}

function maskedBody(text: string): unknown {
  const plain = text
    .replace(/\n\nFailed validating[\s\S]*?(?=<br \/>|$)/, '')
    .replace(/ {2}Failed validating.*(?=\n)/, '');
  try {
    return maskedJson(JSON.parse(text));
  } catch {
    return plain.replaceAll(times, 'TIME');
  }
}

const times = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g;

function maskedJson(value: unknown, key = ''): unknown {
  if (key === 'tags' && Array.isArray(value)) return [...(value as string[])].sort();
  if (key === 'created_at' || key === 'updated_at') return 'TIME';
  if (key === 'message' && typeof value === 'string')
    return value.replace(/\n\nFailed validating[\s\S]*?(?=<br \/>|$)/, '');
  if (Array.isArray(value)) return value.map((each) => maskedJson(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'stores')
      .map(([name, each]) => [name, maskedJson(each, name)]),
  );
}
