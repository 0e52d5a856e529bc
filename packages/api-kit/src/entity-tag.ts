/** Whether an `If-None-Match` header names this tag (RFC 9110, 13.1.2), so that the client has the answer already. */
export function isAmongTags(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((each) => {
    const named = each.trim();
    // A proxy that has changed the encoding makes a tag a weak one; what it stands for is the same.
    return named === tag || named === `W/${tag}` || named === '*';
  });
}
