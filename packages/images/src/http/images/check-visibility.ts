import type { PolicyTarget } from '@berth/api-kit/policy.ts';
import type { Visibility } from '../../domain/image.ts';
import { forbidden } from '../dialect/remarked-error.ts';
import type { ImagesContext } from '../endpoint.ts';

/** Whether the caller may show an image to that many. */
export function checkVisibility(
  { app, caller }: Pick<ImagesContext, 'app' | 'caller'>,
  visibility: Visibility,
  target: PolicyTarget,
): void {
  const rule = rules[visibility];
  if (rule !== undefined && !app.policy.allows(rule, caller, target))
    throw forbidden(`You are not authorized to complete ${rule} action.`);
}

const rules: Partial<Record<Visibility, string>> = {
  public: 'publicize_image',
  community: 'communitize_image',
};
