/** What never holds of servers and of their moves, as those tell it who look at a whole cloud and those who look at records that are to become one. */
export const serverContradictions = {
  holdsThoughGone: (id: string) => `server ${id} is gone, and holds something in Placement`,
  holdsThoughNowhere: (id: string) => `server ${id} is nowhere, and holds something in Placement`,
  holdsNothing: (id: string, host: string) => `server ${id} is on ${host}, and holds nothing in Placement`,
  busyInVain: (id: string, task: string) =>
    `server ${id} is busy (${task}), and nobody has anything to do with it`,
  oneAddress: (one: string, other: string, address: string) =>
    `servers ${one} and ${other} have one address, ${address}`,
  movesInVain: (id: string, status: string) =>
    `migration ${id} is ${status}, and nobody has anything to do with it`,
  holdsThoughMoved: (id: string) => `migration ${id} is over, and holds something in Placement`,
  holdsNothingOnItsWay: (id: string) => `migration ${id} is under way, and holds nothing in Placement`,
  noMigration: (id: string) => `consumer ${id} holds something as a migration, and there is none`,
} as const;

/** Networks of different names may have the same addresses. */
export function addressKey({ network, address }: { network: string; address: string }): string {
  return `${address} ${network}`;
}
