/** Loads the code that sends files. It is no part of the chat until somebody adds one. */
export const loadEnclosing = () => import('./enclose-files.ts')
