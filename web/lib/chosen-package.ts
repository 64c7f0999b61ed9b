import { createTabText } from './tab-text.ts'

/**
 * The id of the package that the visitor picked last. It lasts from the landing page through signup or login to the
 * purchase. A sign-out deletes it.
 */
export const chosenPackage = createTabText('package')
