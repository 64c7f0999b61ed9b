import { createSessionNote } from './session-note.ts'

/**
 * The id of the package that somebody picked last. It goes with them from the landing page to the signup form and back, and
 * through the login to the purchase; whoever leaves on purpose leaves none.
 */
export const chosenPackage = createSessionNote('package')
