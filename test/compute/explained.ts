import { isDeepStrictEqual } from 'node:util';
import { dataDifferences } from '@berth/extra-specs/testing/nova/data-differences.ts';
import type { Difference } from '../differential/body-differences.ts';
import type { Answer, Request } from '../differential/exchange.ts';

/** A difference that is meant to be. The id is a heading in docs/differences.md. */
export interface ExplainedDifference {
  readonly id: string;
  readonly describe: string;
  /** Why ours is right all the same. */
  readonly reason: string;
  matches(found: FoundDifference): boolean;
}

/** The path that findings about who holds what in Placement have. */
export const allocationsOfAll = 'allocations of all consumers';

export interface FoundDifference {
  /** With names where ids are, as it was drawn. */
  readonly request: Request;
  readonly original: Answer;
  readonly ours: Answer;
  readonly difference: Difference;
}

export const explainedDifferences: readonly ExplainedDifference[] = [
  {
    id: 'single-hosts-of-os-hosts',
    describe:
      'Of `os-hosts`, which ends with 2.42, there is only the list: what is behind it in a path is no path here.',
    reason: 'What it said of a host, and more, is said by `os-hypervisors` and `os-services`.',
    matches: ({ request: { path } }) => /\/os-hosts\/./.test(path),
  },
  {
    id: 'descriptions-of-extensions',
    describe: 'What an extension is about is told in other words; its name and alias are the same.',
    reason: 'The words are for people; programs look for the alias.',
    matches: ({ request: { path }, difference: { where } }) =>
      path.includes('/extensions') && where.endsWith('.description'),
  },
  {
    id: 'the-zone-of-the-control-plane',
    describe:
      'os-availability-zone/detail always has the zone `internal`, without hosts. The original has its conductors and schedulers in it, and no such zone where there are none.',
    reason:
      'Clients expect that zone. What is in it on the original is done by the process that answers, which is no host.',
    matches: ({ request: { path }, original, ours, difference: { where } }) =>
      path.includes('/os-availability-zone/detail') &&
      where.startsWith('body.availabilityZoneInfo') &&
      isDeepStrictEqual(zonesOfHosts(original), zonesOfHosts(ours)),
  },
  {
    id: 'audits-of-usage',
    describe:
      'os-instance_usage_audit_log counts no hosts, and says that all is done. The original counts those in the database that its API calls its own, and as long as they are not told to note usage, says that none of them has.',
    reason:
      'Hosts note no usage here (`os-simple-tenant-usage` has it at any time), so none is late. In a cloud with cells the database of the API is that of cell 0, without hosts, and the original says the same; so does the suite of novaclient.',
    // It is not compared: the original at hand has its hosts in that database.
    matches: () => false,
  },
  {
    id: 'resized-servers-that-are-reset',
    describe:
      'Whoever says with os-resetState what a server is that waits to be confirmed, confirms it. On the original it can be neither confirmed nor reverted any more, and both hosts hold what it takes.',
    reason:
      'What nobody can end any more would hold resources of its old host for as long as the server lives.',
    matches: ({ request: { path }, difference: { where, a, b } }) =>
      path === allocationsOfAll
        ? // Where hosts are known, which is told with what is held, nothing is reset.
          /^body\.\{migration-\d+\}$/.test(where) && a.startsWith('[') && b === 'absent'
        : path.includes('/os-migrations') &&
          /^body\.migrations\.\d+\.status$/.test(where) &&
          a.includes('finished') &&
          b.includes('confirmed'),
  },
  {
    id: 'paused-servers-that-are-moved',
    describe:
      'A paused server that was migrated live is paused where it has come to, and so is its machine (`power_state` 3). The fake driver of the original has it run there.',
    reason:
      'A machine that runs though its server is paused is what nobody has asked for; a real hypervisor keeps it paused, too.',
    matches: ({ request: { path }, difference: { where, a, b } }) =>
      path.includes('/servers') &&
      where.endsWith('OS-EXT-STS:power_state') &&
      a.includes('1') &&
      b.includes('3'),
  },
  {
    id: 'moves-that-fail',
    describe:
      'A resize or migration that fails after the machine was turned off is taken back: the server is on its old host as it was, its migration in error. Nova leaves the server in error on its new host, with its machine off and its old host’s resources given back; somebody may have it rebooted hard there.',
    reason:
      'The machine that was put aside is the one that is known to work, and nobody has to look after it in the night. What went wrong is told by the action, the migration and the fault.',
    // No host of the original at hand fails so.
    matches: () => false,
  },
  {
    id: 'what-evacuated-servers-leave',
    describe:
      'A host that servers were evacuated from destroys what it has of them as soon as it is heard of, even if it was only cut off or forced down, and what they held there is given back wherever it is held by then. Nova’s does so when its compute service starts; and what a move holds that was begun before that comes back with it when that move is reverted, for good.',
    reason:
      'Two machines of one server are not left to run side by side, and nothing is held for what is not there.',
    // Hosts are stopped there, and not cut off, when they are compared.
    matches: () => false,
  },
  {
    id: 'internal-errors-of-nova',
    describe: 'Nova fails with a 5xx where the request is at fault; ours refuses it with a 4xx.',
    reason:
      'A 5xx for bad input is never meant: it tells the client to try again, and the operator to look for a fault.',
    matches: ({ original, ours, difference: { where } }) =>
      where === 'status' && original.status >= 500 && ours.status >= 400 && ours.status < 500,
  },
  {
    id: 'servers-that-are-nowhere',
    describe:
      'A server that was shelved and has left its host, and that an administrator then says to be active, is refused what needs a host, with 409. Nova does so for some actions, fails with 500 for most, and rebuilds such a server on any host, without a claim.',
    reason: 'There is no machine to do it with; it can be deleted.',
    matches: ({ original, ours, difference: { where } }) =>
      where === 'status' &&
      original.status === 202 &&
      ours.status === 409 &&
      ours.text.includes('is not ready'),
  },
  {
    id: 'shelved-servers-whose-image-is-gone',
    describe:
      'A shelved server whose image was deleted is in error when it is unshelved, and busy with nothing. Nova leaves it unshelving for ever.',
    reason: 'Nobody has anything to do with it any more, so it is not busy.',
    // Images are deleted by nobody there.
    matches: () => false,
  },
  {
    id: 'names-of-aggregates-whose-zone-is-refused',
    describe:
      'Where a new name and a new zone of an aggregate are sent together, and the zone is refused, Nova has set the name. Ours has set neither.',
    reason: 'What is refused leaves nothing behind.',
    // The two are not drawn together: whatever comes after it would differ.
    matches: () => false,
  },
  {
    id: 'different-images-that-count-as-duplicates',
    describe:
      'Of several images that are to be cached, Nova says by chance that some are duplicates, in most orders of them.',
    reason: 'It compares their order with one that is by chance. Ours refuses an image that is there twice.',
    matches: ({ request: { path }, original, ours, difference: { where } }) =>
      /\/images(\?|$)/.test(path) &&
      where !== 'body' &&
      original.text.includes('Duplicate images in request') &&
      !ours.text.includes('Duplicate'),
  },
  {
    id: 'networks-that-nobody-asked-for',
    describe:
      'A server for which no network was asked for gets an address; on the original at hand it gets none.',
    reason:
      'There its networks belong to a project that nobody is in. With one network that everybody may use, the original gives an address as well.',
    matches: ({ original, difference: { where } }) =>
      /\.(addresses\.private|security_groups)$/.test(where) && original.text.includes('"addresses": {}'),
  },
  {
    id: 'power-of-rescued-servers',
    describe: 'A rescued server runs, from another image. On the original at hand its machine is off.',
    reason: 'Its fake driver has nothing to rescue with; a hypervisor has, and then the machine runs.',
    matches: ({ ours, difference: { where, a, b } }) =>
      where.endsWith('OS-EXT-STS:power_state') &&
      (ours.text.includes('"rescued"') || (a === '4' && b === '1' && wasReset(ours.text))),
  },
  {
    id: 'passwords-of-servers-that-were-rescued',
    describe:
      'The password of a server that was rescued, and then said to be active, can be changed. On the original at hand it cannot, since its machine is off.',
    reason: 'It follows from the one before: a machine that was rescued runs.',
    matches: ({ request: { body = '' }, original, ours, difference: { where } }) =>
      where === 'status' &&
      body.includes('"changePassword"') &&
      original.status === 409 &&
      original.text.includes('is not running') &&
      ours.status === 202,
  },
  {
    id: 'all-lines-of-a-console',
    describe: 'A length of -1 asks for all that a console has written. Nova leaves out the first line.',
    reason: 'What is sent means all; that one line is missing is a slip.',
    matches: ({ request: { body = '' }, difference: { where, a, b } }) =>
      where === 'body.output' && /"length": ?"?-1"?[}]/.test(body) && b.slice(b.indexOf('\n') + 1) === a,
  },
  {
    id: 'numbers-beyond-64-bits',
    describe:
      'A number in a query that does not fit into 64 bits is an internal error of Nova; ours compares with it.',
    reason:
      'The number is well-formed, and nothing is that large: whether that is an answer or a failure is up to the database.',
    matches: ({ request, original, ours, difference: { where } }) =>
      where === 'status' && original.status === 500 && ours.status === 200 && /=\d{19,}/.test(request.path),
  },
  {
    id: 'repeated-parameters-in-next-links',
    describe:
      'Of a parameter that is sent several times the last value counts; in the link to the next page Nova has the largest one.',
    reason: 'With the largest, the next page is of another list than the one before.',
    matches: ({ request, difference: { where } }) => where.endsWith('_links.0.href') && hasRepeated(request),
  },
  {
    id: 'pages-sorted-by-what-is-missing',
    describe:
      'Where flavors are sorted by description or time of change, which some do not have, Nova leaves flavors out of the pages behind a marker: those without one, and behind a marker without one all that were made before it.',
    reason: 'Who goes through all pages is to see every flavor once.',
    matches: ({ request: { path }, difference: { where } }) =>
      where.startsWith('body.flavors') &&
      /marker=/.test(path) &&
      /sort_key=(description|updated_at)/.test(path),
  },
  {
    id: 'patterns-that-are-not-matched',
    describe:
      'A regular expression that looks around, refers back, repeats something more than a thousand times or repeats it without a way back is taken by Nova; ours says that it is none.',
    reason:
      'Patterns of clients run in time linear in the text, so that none holds the service; these cannot be matched so.',
    matches: ({ original, ours, difference: { where } }) =>
      ours.status === 400 &&
      /is not a 'regex'/.test(ours.text) &&
      (where === 'status' ? original.status !== 400 : where === 'body.badRequest.message'),
  },
  {
    id: 'patterns-and-what-is-missing',
    describe:
      'A regular expression is not found in what a server does not have. In the Nova that ours is compared with, that is the text None.',
    reason: 'So it is with the databases of clouds; None is what SQLite was taught there.',
    matches: ({ request: { path }, difference: { where } }) =>
      where.startsWith('body.servers') && findsNone(path),
  },
  {
    id: 'sorting-by-what-is-missing',
    describe:
      'Where servers are sorted by something that some do not have, Nova fails if some are in another cell, and leaves servers out of the pages behind a marker. Ours puts those that do not have it first.',
    reason: 'Who goes through all pages is to see every server once.',
    matches: ({ request: { path }, original, ours, difference: { where } }) =>
      nullableSortKey.test(path) &&
      ((where === 'status' && original.status === 500 && ours.status === 200) ||
        (where.startsWith('body.servers') && /marker=/.test(path))),
  },
  {
    id: 'sort-directions-that-are-none',
    describe:
      'A sort direction that is none, or one too many, is refused by ours always. Nova takes it where no servers are asked for, and answers with none where those that are asked for are deleted or have an address.',
    reason: 'Who has sent something else than was meant is to be told.',
    matches: ({ request: { path }, original, ours, difference: { where } }) =>
      where === 'status' && original.status === 200 && ours.status === 400 && /sort_dir=/.test(path),
  },
  {
    id: 'host-status-in-lists-with-deleted-servers',
    describe:
      'In a list with deleted servers Nova shows for all servers of a host the host_status of the first of them, which is empty where that one is deleted.',
    reason: 'Whether a host is up does not depend on which servers are listed.',
    matches: ({ request: { path }, difference: { where } }) =>
      where.endsWith('.host_status') && /changes-|deleted/i.test(path),
  },
  {
    id: 'faults-of-servers-without-a-host-in-lists',
    describe:
      'What went wrong with a server that found no host is told in lists as well; Nova tells it only where the server is asked for by itself.',
    reason: 'Lists in detail tell the faults of all other servers; a cell that they forget is no reason.',
    matches: ({ request: { path }, difference: { where, a } }) =>
      /^body\.servers\.\d+\.fault$/.test(where) && a === 'absent' && path.includes('/servers/detail'),
  },
  {
    id: 'numbers-of-servers-without-a-host',
    describe:
      'The name of a machine on its host (instance-0000000a) has the number of the server. Nova counts servers without a host for themselves, so that two servers can have one number; ours counts all of them together.',
    reason: 'A name that two machines could have is none.',
    matches: ({ difference: { where } }) => where.endsWith('OS-EXT-SRV-ATTR:instance_name'),
  },
  {
    id: 'project-in-links',
    describe:
      'Links have the project in them where the path of the request has. Nova puts it in wherever the address has its letters, in an id or a parameter too.',
    reason: 'A short project id would be in links by chance.',
    matches: ({ difference: { where } }) => /links\.\d+\.href$/.test(where),
  },
  {
    id: 'servers-of-callers-without-a-project',
    describe:
      'From 2.69 on, whoever reads without a project and is no administrator is told the ids of servers of others by Nova, as of a cell that is down. Ours tells them of what is theirs.',
    reason: 'It is a slip: the cell is up, and the servers are not theirs.',
    matches: ({ request: { headers }, difference: { where } }) =>
      where.startsWith('body.servers') && headers['x-auth-token']?.endsWith('::reader') === true,
  },
  {
    id: 'utf-8-in-paths',
    describe: 'Nova reads a path as Latin-1, and shows it so in answers. Ours reads UTF-8.',
    reason: 'URLs are UTF-8 (RFC 3986). Few things have such characters in what they are called by.',
    matches: ({ difference: { a, b } }) => a !== b && a === Buffer.from(b).toString('latin1'),
  },
  {
    id: 'paths-without-a-version',
    describe:
      'To a path that does not begin with a version Nova answers with a choice of versions (300), to everybody.',
    reason:
      'Clients find versions at the root. What is no path is not found, and strangers learn nothing of it.',
    matches: ({ original, ours, difference: { where } }) =>
      where === 'status' && original.status === 300 && (ours.status === 404 || ours.status === 401),
  },
  {
    id: 'numbers-that-are-not-json',
    describe: 'Nova takes NaN and Infinity in a JSON body; ours says that the body is malformed.',
    reason: 'JSON has neither (RFC 8259), and no number of this API could be one.',
    matches: ({ request: { body = '' }, ours }) => /NaN|Infinity/.test(body) && ours.status === 400,
  },
  {
    id: 'definitions-of-extra-specs',
    describe: 'Some extra specs are defined in Nova or in ours only; see below.',
    reason: 'They have changed since the Nova that ours is compared with.',
    matches: ({ request: { body = '' } }) => keysInOne.some((key) => key.test(body)),
  },
  {
    id: 'the-older-api',
    describe: 'Nova also lists and serves the API 2.0, below /v2.',
    reason: 'It is the same as 2.1 without checks of what is sent, for clients of before 2015.',
    matches: ({ difference: { where, a } }) => where === 'body.versions[]' && a.includes('"v2.0"'),
  },
  {
    id: 'open-paths-as-they-are-written',
    describe: 'What is open to strangers is open to them in Nova however many slashes it has.',
    reason: 'A path that is compared with what is open is not to be read in two ways.',
    matches: ({ request, ours, difference: { where } }) =>
      where === 'status' &&
      ours.status === 401 &&
      /^\/v2\.1\/(\/|%2F)+$/i.test(request.path.split('?')[0] ?? ''),
  },
  {
    id: 'numbers-beyond-53-bits',
    describe: 'A number of more than 15 digits is rounded, in the id that is made of it and in error texts.',
    reason: 'JSON does not promise more (RFC 8259, 6). Ids that are not to be calculated with are texts.',
    matches: ({ request: { body = '' } }) => /[:[ ]\d{17,}/.test(body),
  },
  {
    id: 'numbers-given-again',
    describe:
      'The number of a key pair that was deleted is given again by Nova on SQLite, where it was the last.',
    reason:
      'On MySQL and PostgreSQL it is not, and who has kept the number of one that is gone finds no other.',
    matches: ({ difference: { where } }) => where === 'body.keypair.id',
  },
  {
    id: 'hinted-groups-of-newer-releases',
    describe:
      'The hint `group` of a new server may be a list of ids as well as one; the original at hand takes one, and refuses what is neither in other words.',
    reason: 'Newer releases of Nova take both at every version, and ours goes by their schemas.',
    matches: ({ request: { body = '' }, original }) =>
      body.includes('scheduler_hints') &&
      original.status === 400 &&
      original.text.includes('Invalid input for field/attribute group.'),
  },
  {
    id: 'quotas-that-are-no-object',
    describe:
      'Nova before 2025 does not look whether a quota set is an object: it fails, or finds something else wrong first.',
    reason: 'Later ones refuse it, as ours does.',
    matches: ({ request: { path }, ours }) =>
      /os-quota-/.test(path) && /is not of type 'object'/.test(ours.text),
  },
  {
    id: 'services-of-the-control-plane',
    describe:
      'Nova lists its conductors and schedulers among the services, in the zone internal. Ours lists the agents of hosts alone. They are taken out of what the two are compared by.',
    reason:
      'There are no such processes: what they do is done by the process that answers, in the transaction of the request. Whether it is well is asked at /healthcheck.',
    matches: ({ request: { path }, original }) =>
      /\/os-(services|availability-zone\/detail)\b/.test(path) &&
      /"nova-(conductor|scheduler)"/.test(original.text),
  },
  {
    id: 'disk-that-is-surely-available',
    describe:
      'Of a hypervisor nobody tells how much disk is left when all disks are fully written: disk_available_least is null, and 0 in the sum of all.',
    reason:
      'Hosts tell what they have, and Placement what is promised of it. On the original at hand it is 0, which its fake driver says of any host.',
    matches: ({ difference: { where, a, b } }) =>
      where.endsWith('.disk_available_least') && a === '0' && b === 'null',
  },
  {
    id: 'disk-used-by-swap',
    describe:
      'Where swap is no whole number of gigabytes, Nova drops the rest at each step of its count of what servers use of a hypervisor, so that it drifts as they come and go. Ours is the sum over the servers that are there.',
    reason: 'What is used depends on what is there, and not on what was.',
    matches: ({ request: { path }, difference: { where } }) =>
      path.includes('/os-hypervisors') && /\.(local_gb_used|free_disk_gb)$/.test(where),
  },
  {
    id: 'diagnostics-up-to-2.47',
    describe:
      'Up to 2.47 ours tells the same figures of a machine as from 2.48 on; on the original at hand errors and dropped packets are others.',
    reason: 'Its fake driver has two sets of figures for one machine.',
    matches: ({ request: { path }, difference: { where } }) =>
      path.includes('/diagnostics') && /^body\.\w+_(errors|drop)$/.test(where),
  },
  {
    id: 'ids-of-any-length',
    describe:
      'Ids of users and projects may have any length in Nova on SQLite, and are internal errors elsewhere; ours have 255 characters at most.',
    reason: 'Whatever is kept has a bound. Those of Keystone have 64 characters at most.',
    matches: ({ request, ours }) =>
      ours.status === 400 && /[^/?&="]{256,}/.test(request.path + (request.body ?? '')),
  },
  {
    id: 'bounds-of-what-is-kept',
    describe:
      'Scheduler hints have 16,384 characters at most, passwords and ids of certificates 255; a server has 100 ports and is in 100 security groups at most; 100 servers are made with one request. Whatever quotas allow, a user has 10,000 key pairs, a project 10,000 server groups and 1,000 users with quotas of their own, a group 1,000 members, and a server 1,000 items of metadata at most. In Nova all of these have no end but what its database takes.',
    reason:
      'Each of them is kept in memory, or written anew whenever something of it changes: without an end one client could take all memory, or everybody else’s time.',
    matches: ({ ours }) =>
      ours.status >= 400 &&
      ours.status < 500 &&
      /Scheduler hints have at most|Maximum number of ports exceeded|security groups\.|is too long/.test(
        ours.text,
      ),
  },
  {
    id: 'actions-that-are-forgotten',
    describe: 'Of a server the last 1,000 actions are kept. In Nova they go with the server.',
    reason:
      'A server can be locked and unlocked all day, by anybody whose it is; whoever wants to keep all of them reads them in windows of time.',
    matches: () => false,
  },
];

/** Whether somebody may have said what a server is: it is in error, and nothing went wrong. One that was rescued before keeps its power. */
function wasReset(text: string): boolean {
  return text.includes('"status":"ERROR"') && !text.includes('"fault"');
}

/** Keys that only one of the two has, as they stand in a body. */
const keysInOne = dataDifferences
  .flatMap(({ keys }) => keys)
  .map((key) => new RegExp(`"${key.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^"]*')}"`));

function hasRepeated({ path }: Request): boolean {
  const names = [...new URLSearchParams(path.split('?')[1] ?? '').keys()];
  return new Set(names).size < names.length;
}

const nullableFilter =
  /[?&](key_name|node|launched_at|terminated_at|availability_zone|display_description|locked_by|access_ip_v[46]|root_device_name|reservation_id)=([^&]*)/g;
const nullableSortKey =
  /sort_key=(access_ip_v[46]|availability_zone|display_description|host|node|key_name|launched_at|terminated_at|locked_by|task_state|updated_at|root_device_name)/;

/** Whether a pattern of the query is found in the text None. */
function findsNone(path: string): boolean {
  return [...path.matchAll(nullableFilter)].some(([, , value = '']) => {
    try {
      return new RegExp(decodeURIComponent(value)).test('None');
    } catch {
      return false;
    }
  });
}

/** All zones that are told, but that of the control plane. */
function zonesOfHosts({ status, text }: Answer): unknown {
  if (status !== 200) return null;
  const { availabilityZoneInfo: zones } = JSON.parse(text) as {
    availabilityZoneInfo: { zoneName: string }[];
  };
  return zones.filter(({ zoneName }) => zoneName !== 'internal');
}
