import { createSessionNote } from './session-note.ts'

/**
 * The id of the package that the visitor picked last. It lasts from the landing page through signup or login to the
 * purchase. A sign-out deletes it.
 */
export const chosenPackage = createSessionNote('package')
