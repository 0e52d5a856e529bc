const federation = 'identity has no federation (docs/identity.md)';

/** Tests that fail, by their suites and by how their names begin, and why. One that passes is to be taken out: the run fails until it is. */
const expected: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  openstackclient: {
    'identity.v3.test_idp.': federation,
    'identity.v3.test_service_provider.': federation,
  },
};

/** Why a test is expected to fail; undefined where it is not. */
export function reasonToFail(suite: string, test: string): string | undefined {
  return Object.entries(expected[suite] ?? {}).find(([begin]) => test.startsWith(begin))?.[1];
}

export const expectedNames = (suite: string): readonly string[] => Object.keys(expected[suite] ?? {});
