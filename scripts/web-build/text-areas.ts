import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Rolldown } from 'vite'
import { findTexts, parse, walk } from '../languages/find-texts.ts'
import type { PageModules } from './page-files.ts'

/**
 * The texts of a language come in parts, because visitors of the home page need few of them, and only administrators
 * need those of their area. `home` holds the texts of the home page, `app` those that every other page needs.
 */
export type PartName = 'home' | 'app' | PageModules['area']

/** Returns the keys of each part: the texts in all scripts that may load together with that part. */
export function sortIntoParts(
  keys: string[],
  bundle: Rolldown.OutputBundle,
  webDir: string,
  routes: PageModules[],
): Record<PartName, string[]> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const findChunk = (module: string) => {
    const id = join(webDir, module)
    const chunk =
      chunks.find(({ facadeModuleId }) => facadeModuleId === id) ?? chunks.find(({ modules }) => id in modules)
    if (!chunk) throw new Error(`${module} is in no script`)
    return chunk
  }
  const entry = (name: string) => chunks.filter((chunk) => chunk.isEntry && chunk.name === name)
  const pagesOf = (area: PartName) =>
    routes.filter((route) => route.area === area).flatMap(({ modules }) => modules.map(findChunk))
  // The modules at these bounds load their own texts first (web/app/routes/root-route.tsx, web/app/landing.tsx).
  const bounds = new Set([findChunk('app/start-app.tsx'), ...routes.flatMap(({ modules }) => modules.map(findChunk))])
  const strings = new Map(chunks.map((chunk) => [chunk, stringsOf(chunk)]))
  const keysIn = (first: Rolldown.OutputChunk[]) => {
    const reached = reach(first, bundle, bounds)
    const said = new Set([...reached].flatMap((chunk) => [...(strings.get(chunk) ?? [])]))
    return keys.filter(
      (key) => said.has(key) || (key.includes('|') && key.split('|').every((piece) => said.has(piece))),
    )
  }
  const wired = textsOfContract(webDir)
  const app = [...new Set([...keysIn([...entry('index'), ...pagesOf('app')]), ...keys.filter((key) => wired.has(key))])]
  const beyondApp = (area: PartName) => keysIn(pagesOf(area)).filter((key) => !app.includes(key))
  return {
    home: keysIn(entry('landing')),
    app,
    legal: beyondApp('legal'),
    member: beyondApp('member'),
    admin: beyondApp('admin'),
  }
}

/** Returns all scripts that these scripts load, at once or later, except those beyond a bound. */
function reach(first: Rolldown.OutputChunk[], bundle: Rolldown.OutputBundle, bounds: Set<Rolldown.OutputChunk>) {
  const reached = new Set<Rolldown.OutputChunk>()
  const waiting = [...first]
  for (let chunk = waiting.pop(); chunk; chunk = waiting.pop()) {
    if (reached.has(chunk)) continue
    reached.add(chunk)
    const find = (file: string) => {
      const next = bundle[file]
      return next?.type === 'chunk' ? [next] : []
    }
    waiting.push(...chunk.imports.flatMap(find))
    waiting.push(...chunk.dynamicImports.flatMap(find).filter((next) => !bounds.has(next)))
  }
  return reached
}

function stringsOf({ fileName, code }: Rolldown.OutputChunk): Set<string> {
  const strings = new Set<string>()
  walk(parse(fileName, code), (node) => {
    if (node.type === 'Literal' && typeof node['value'] === 'string') strings.add(node['value'])
    if (node.type !== 'TemplateLiteral') return
    for (const { value } of node['quasis'] as { value: { cooked: string } }[]) strings.add(value.cooked)
  })
  return strings
}

/** The server sends these texts and a page translates them, so the scripts may lack them. */
function textsOfContract(webDir: string): Set<string> {
  const folder = join(webDir, '../contract')
  const files = globSync('*.ts', { cwd: folder, exclude: ['*.test.ts'] })
  const found = files.flatMap((file) => findTexts(file, readFileSync(join(folder, file), 'utf8')).texts)
  return new Set(found.map(({ key }) => key))
}
