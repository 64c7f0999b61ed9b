import type { ManagedPackage } from '../../contract/packages.ts'

/** Returns an answer with the package that a change has saved. It fits changes that wait for no second owner. */
export function withPackage<Answer extends { body: { package?: ManagedPackage | undefined } }>(answer: Answer) {
  return answer as Answer & { body: { package: ManagedPackage } }
}
