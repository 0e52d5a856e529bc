import { Microversions } from '@berth/api-kit/microversions.ts';

/** The history of the Placement API: every version, oldest first, and what it brought. */
export const history = [
  ['1.0', 'Initial version'],
  ['1.1', 'GET and PUT /resource_providers/{uuid}/aggregates'],
  ['1.2', 'Custom resource classes: /resource_classes and /resource_classes/{name}'],
  ['1.3', 'member_of filters GET /resource_providers by aggregates'],
  ['1.4', 'resources filters GET /resource_providers by what is left of each class'],
  ['1.5', 'DELETE /resource_providers/{uuid}/inventories removes all at once'],
  ['1.6', 'Traits: /traits, /traits/{name} and /resource_providers/{uuid}/traits'],
  ['1.7', 'PUT /resource_classes/{name} takes no body and makes sure that the class exists'],
  ['1.8', 'project_id and user_id are required in PUT /allocations/{consumer_uuid}'],
  ['1.9', 'GET /usages sums up what a project, or one of its users, uses'],
  ['1.10', 'GET /allocation_candidates'],
  ['1.11', 'A provider has a link to its allocations'],
  ['1.12', 'Allocations are written as they are read: an object by provider'],
  ['1.13', 'POST /allocations writes the allocations of several consumers in one step'],
  ['1.14', 'Providers form trees: parent_provider_uuid, root_provider_uuid, in_tree'],
  ['1.15', 'last-modified and cache-control headers'],
  ['1.16', 'limit in GET /allocation_candidates'],
  ['1.17', 'required traits in GET /allocation_candidates; summaries show traits'],
  ['1.18', 'required traits in GET /resource_providers'],
  ['1.19', 'Aggregates are read and written with the generation of their provider'],
  ['1.20', 'POST /resource_providers answers with the provider'],
  ['1.21', 'member_of in GET /allocation_candidates'],
  ['1.22', 'Forbidden traits: required=!TRAIT'],
  ['1.23', 'Errors have a code'],
  ['1.24', 'member_of can be repeated'],
  ['1.25', 'Granular groups: resources{N}, required{N}, member_of{N} and group_policy'],
  ['1.26', 'reserved may equal total'],
  ['1.27', 'Summaries show every class of a provider, and not just those asked for'],
  ['1.28', 'Consumers have a generation'],
  ['1.29', 'Candidates may take from several providers of one tree; summaries show parent and root'],
  ['1.30', 'POST /reshaper'],
  ['1.31', 'in_tree and in_tree{N} in GET /allocation_candidates'],
  ['1.32', 'Forbidden aggregates: member_of=!AGGREGATE and member_of=!in:A,B'],
  ['1.33', 'Suffixes of granular groups may be words'],
  ['1.34', 'mappings tell which provider serves which group'],
  ['1.35', 'root_required in GET /allocation_candidates'],
  ['1.36', 'same_subtree, and groups without resources, in GET /allocation_candidates'],
  ['1.37', 'A provider can get another parent, or lose it'],
  ['1.38', 'Consumers have a type; usages are grouped by it'],
  ['1.39', 'Any of several traits: required=in:A,B, and required can be repeated'],
] as const;

export type Version = (typeof history)[number][0];

export const versions = new Microversions('placement', history);
