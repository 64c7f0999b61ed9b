import { globSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { parseSync } from 'vite'
import { pageModules, type PageModules } from '../../web/app/page-modules.ts'
import { findTexts } from './find-texts.ts'

const root = join(import.meta.dirname, '../..')

/**
 * The files of a translation. `home` has what the home page of a visitor says, `app` what else the app says before any of its
 * areas or in several of them. `server` has what no page says: mails, and the page that is kept for offline use. Each text is
 * in one of them.
 */
export const translationFileNames = ['home', 'app', 'legal', 'member', 'admin', 'server'] as const
export type TranslationFileName = (typeof translationFileNames)[number]

/**
 * Sorts texts by the pages that say them, so that a visitor is not sent the texts of administrators. A page says the texts
 * of all files that it imports.
 */
export function sortTexts(keys: string[]): Record<TranslationFileName, string[]> {
  const pages = Object.values(pageModules)
  const modulesOf = (area: PageModules['area']) =>
    pages.filter((page) => page.area === area).flatMap(({ modules }) => modules)
  // A page has loaded further texts before it imports one of these (web/app/routes/root-route.tsx, web/app/landing.tsx, web/lib/api.ts).
  const bounds = new Set(
    ['app/start-app.tsx', 'lib/read-refusal.ts', ...pages.flatMap(({ modules }) => modules)].map(inWeb),
  )
  const saidBy = (files: string[]) => textsOf(reach(files.map(inWeb), bounds))
  const home = saidBy(['app/landing.tsx'])
  const app = saidBy(['app/main.tsx', ...modulesOf('app')])
  // The server answers with texts of the contract, and any page may show them.
  const contract = textsOf(globSync('contract/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }))
  const areas = (['legal', 'member', 'admin'] as const).map((name) => ({ name, said: saidBy(modulesOf(name)) }))
  const fileNameOf = (key: string): TranslationFileName => {
    if (home.has(key)) return 'home'
    const [area, ...more] = areas.filter(({ said }) => said.has(key))
    if (app.has(key) || contract.has(key) || more.length > 0) return 'app'
    return area?.name ?? 'server'
  }
  return Object.fromEntries(
    translationFileNames.map((name) => [name, keys.filter((key) => fileNameOf(key) === name)]),
  ) as never
}

function inWeb(file: string): string {
  return `web/${file}`
}

/** The files that these import, at once or later, apart from those that are imported later beyond a bound. */
function reach(files: string[], bounds: ReadonlySet<string>): Set<string> {
  const reached = new Set(files)
  // The set grows while the loop goes through it.
  for (const file of reached) {
    const { atOnce, later } = importsOf(file)
    for (const next of [...atOnce, ...later.filter((one) => !bounds.has(one))]) reached.add(next)
  }
  return reached
}

/** The files of the project that a file imports, apart from types. */
function importsOf(file: string): { atOnce: string[]; later: string[] } {
  const source = read(file)
  const { module } = parseSync(file, source)
  const resolve = (specifier: string) => (/^\..*\.tsx?$/.test(specifier) ? [posix.join(dirname(file), specifier)] : [])
  const imports = module.staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest }) => moduleRequest.value)
  const exports = module.staticExports
    .flatMap(({ entries }) => entries)
    .flatMap(({ isType, moduleRequest }) => (isType || !moduleRequest ? [] : [moduleRequest.value]))
  const later = module.dynamicImports.map(({ moduleRequest: { start, end } }) => source.slice(start + 1, end - 1))
  return { atOnce: [...imports, ...exports].flatMap(resolve), later: later.flatMap(resolve) }
}

function textsOf(files: Iterable<string>): Set<string> {
  return new Set([...files].flatMap((file) => findTexts(file, read(file)).texts.map(({ key }) => key)))
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}
