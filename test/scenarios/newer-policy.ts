/**
 * A known difference that only callers other than an administrator see, so that the comparison with the original
 * (test/differential) never meets it; steps are marked with its id.
 */
export const newerPolicy = {
  id: 'newer-policy',
  describe:
    'The built-in rules are those of Placement 9.0 (2023.1): services may do what administrators may, and a token for the system is refused. The original that is compared with has those of 8.0.',
  reason: 'A policy file written for a current release must mean here what it means there.',
};
