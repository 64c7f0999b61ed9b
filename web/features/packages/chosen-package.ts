import { createSessionNote } from '../../lib/session-note.ts'

/** The id of the package a visitor picked; it goes with them from the landing page to the signup form and back. */
export const chosenPackage = createSessionNote('package')
