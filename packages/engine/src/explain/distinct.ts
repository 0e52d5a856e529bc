/** What was asked for twice is asked for once: of lists with the same members the first. */
export function distinctLists<Name extends string>(lists: readonly (readonly Name[])[]): (readonly Name[])[] {
  const seen = new Set<string>();
  return lists.filter((list) => {
    const key = listKey(list);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** The same for lists with the same members, in whatever order. */
export function listKey(list: readonly string[]): string {
  return [...new Set(list)].sort().join();
}
