/** The steps of a JSON Pointer: `['specs', '2', 'a/b']` of `/specs/2/a~1b`. */
export function pointerSteps(pointer: string): readonly string[] {
  const steps = pointer.split('/').slice(1);
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}
