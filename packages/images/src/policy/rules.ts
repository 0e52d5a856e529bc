import type { RuleDefault } from '@berth/api-kit/policy/rule-default.ts';

const ofProject = 'project_id:%(project_id)s';
const seen = `${ofProject} or project_id:%(member_id)s or 'community':%(visibility)s or 'public':%(visibility)s or 'shared':%(visibility)s`;
const ownMember = `role:admin or (role:member and ${ofProject})`;

/**
 * Who may do what, unless the operator says otherwise. Names and checks are those of Glance, so that a policy file written for it works
 * here. As long as the new defaults are not enforced, roles hardly matter: everybody may do everything that the owner of an image may
 * with their own, which is looked at besides.
 */
export const imageRules: readonly RuleDefault[] = [
  {
    name: 'default',
    check: '',
    scopes: [],
    description: 'What counted for all rules before they knew roles.',
    operations: [],
  },
  {
    name: 'context_is_admin',
    check: 'role:admin',
    scopes: [],
    description: 'An administrator: may see and change the images of all projects.',
    operations: [],
  },
  rule(
    'add_image',
    `role:admin or (role:member and ${ofProject} and project_id:%(owner)s)`,
    'Make an image.',
    ['POST /v2/images'],
  ),
  rule('delete_image', ownMember, 'Delete an image.', ['DELETE /v2/images/{image_id}']),
  rule('get_image', `role:admin or (role:reader and (${seen}))`, 'See an image.', [
    'GET /v2/images/{image_id}',
  ]),
  rule('get_images', `role:admin or (role:reader and ${ofProject})`, 'List images.', ['GET /v2/images']),
  rule('modify_image', ownMember, 'Change what is said of an image.', ['PATCH /v2/images/{image_id}']),
  {
    ...rule('publicize_image', 'role:admin', 'Show an image to all projects.', [
      'POST /v2/images',
      'PATCH /v2/images/{image_id}',
    ]),
    deprecated: { check: 'role:admin' },
  },
  rule('communitize_image', ownMember, 'Let all projects use an image that they are told of.', [
    'POST /v2/images',
    'PATCH /v2/images/{image_id}',
  ]),
  rule('download_image', `role:admin or (role:member and (${seen}))`, 'Fetch the content of an image.', [
    'GET /v2/images/{image_id}/file',
  ]),
  rule('upload_image', ownMember, 'Give an image its content.', ['PUT /v2/images/{image_id}/file']),
  rule('add_member', ownMember, 'Share an image with a project.', ['POST /v2/images/{image_id}/members']),
  rule('delete_member', ownMember, 'Share an image with a project no longer.', [
    'DELETE /v2/images/{image_id}/members/{member_id}',
  ]),
  rule(
    'get_member',
    `role:admin or role:reader and (${ofProject} or project_id:%(member_id)s)`,
    'See whether an image is shared with a project.',
    ['GET /v2/images/{image_id}/members/{member_id}'],
  ),
  rule(
    'get_members',
    `role:admin or role:reader and (${ofProject} or project_id:%(member_id)s)`,
    'See which projects an image is shared with.',
    ['GET /v2/images/{image_id}/members'],
  ),
  rule(
    'modify_member',
    'role:admin or (role:member and project_id:%(member_id)s)',
    'Accept an image that is shared, or refuse it.',
    ['PUT /v2/images/{image_id}/members/{member_id}'],
  ),
  rule('deactivate', ownMember, 'Let nobody fetch the content of an image.', [
    'POST /v2/images/{image_id}/actions/deactivate',
  ]),
  rule('reactivate', ownMember, 'Let it be fetched again.', [
    'POST /v2/images/{image_id}/actions/reactivate',
  ]),
];

function rule(name: string, check: string, description: string, operations: readonly string[]): RuleDefault {
  return {
    name,
    check,
    description,
    scopes: ['project'],
    operations: operations.map((operation) => {
      const [method = '', path = ''] = operation.split(' ');
      return { method, path };
    }),
    deprecated: { check: 'rule:default' },
  };
}
