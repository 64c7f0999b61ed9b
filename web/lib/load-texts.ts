import type { Catalogue } from '../../contract/translate.ts'

/**
 * Brings the texts of a further area in the language of the page, before any module of it runs. English has none, and a page
 * that began with them names them no longer. Loaded as a module, they are loaded again after a failure as modules are.
 */
export async function loadTexts(area: string): Promise<void> {
  const address = (globalThis as { catalogue?: Catalogue }).catalogue?.parts?.[area]
  if (address !== undefined) await import(/* @vite-ignore */ address)
}
