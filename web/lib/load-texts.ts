import type { Catalogue } from '../../contract/translate.ts'

/**
 * Loads the texts of an area of the site in the page's language, before any module of the area runs. English has no
 * such file. A page that started with the texts does not list them. They load as a module, so a failed load is repeated
 * as for modules.
 */
export async function loadTexts(area: string): Promise<void> {
  const address = (globalThis as { catalogue?: Catalogue }).catalogue?.areaUrls?.[area]
  if (address !== undefined) await import(/* @vite-ignore */ address)
}
