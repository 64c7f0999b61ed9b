/** Loads the code that sends files. It is no part of the chat until a file is added. */
export const loadEnclosing = () => import('./enclose-files.ts')
