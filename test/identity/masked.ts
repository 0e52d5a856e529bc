/** What is compared of a body: all but what no two services have in common. Lists have no order that is promised. */
export function masked(body: unknown, path: string): unknown {
  return hidden(path.includes('effective') ? withoutSystem(body) : body, '');
}

/** The original leaves these out where what is effective is asked for. */
function withoutSystem(body: unknown): unknown {
  const { role_assignments: all } = (body ?? {}) as { role_assignments?: { scope: object }[] };
  if (all === undefined) return body;
  return { ...(body as object), role_assignments: all.filter(({ scope }) => !('system' in scope)) };
}

const times = new Set(['issued_at', 'expires_at']);
/** Whoever makes it up. */
const secrets = new Set(['secret', 'audit_ids']);

function hidden(value: unknown, key: string): unknown {
  if (Array.isArray(value)) {
    if (secrets.has(key)) return `${value.length} of them`;
    const items = value.map((item) => hidden(item, ''));
    return items.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
  }
  if (typeof value === 'string') {
    if (times.has(key)) return value.replaceAll(/\d/g, '0');
    if (secrets.has(key)) return 'a secret';
    return key === 'message' ? message(value) : value.replaceAll(/[0-9a-f]{32}/g, 'SOME ID');
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    // What clients have added is told twice by the original where a thing was changed.
    .filter(([name, each]) => !(name === 'extra' && typeof each === 'object'))
    // Which ways to log in there are is for those who have none.
    .filter(([name]) => !(key === 'error' && name === 'identity'))
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, each]) => [name, hidden(each, name)]));
}

/** What is wrong, without the schema that says so: the original shows all of it, and has more words in it. */
function message(text: string): string {
  const [first = ''] = text.split('\n\nFailed validating');
  // What kind of token it is not.
  const plain = first.replace('Could not recognize Fernet token', 'Failed to validate token');
  // Patterns are written otherwise where JavaScript reads them otherwise.
  const short = plain.replace(/ does not match '.*'$/s, ' does not match');
  return short.replaceAll(/[0-9a-f]{32}/g, 'SOME ID');
}
