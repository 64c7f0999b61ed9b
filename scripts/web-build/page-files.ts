import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/**
 * Writes a list for the server: the files of each page that the HTML does not request itself. The server adds them to
 * the HTML. A browser then fetches a page's code at once, and does not wait for the router.
 */
export function pageFiles(webDir: string): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const routes = readRoutes(webDir)
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const find = (test: (chunk: Rolldown.OutputChunk) => boolean) => chunks.find(test)
      const start = withImports(find(({ isEntry, name }) => isEntry && name === 'index')?.fileName, bundle)
      const listFiles = (modules: string[]) => {
        const files = modules.flatMap((module) => {
          const id = join(webDir, module)
          const chunk = find(({ facadeModuleId }) => facadeModuleId === id) ?? find(({ modules: own }) => id in own)
          return [...withImports(chunk?.fileName, bundle)]
        })
        return [...new Set(files)].filter((file) => !start.has(file))
      }
      // Each page of the administrators shows numbers and addresses at once, and these have a font of their own.
      const font = Object.keys(bundle).filter((file) => /jetbrains-mono-core.*\.woff2$/.test(file))
      const pages = Object.fromEntries(
        routes.map(({ path, modules, area }) => [path, [...(area === 'admin' ? font : []), ...listFiles(modules)]]),
      )
      this.emitFile({ type: 'asset', fileName: '.pages.json', source: JSON.stringify(pages) })
    },
  }
}

export interface PageModules {
  /** A path of contract/pages.ts, or `$` for every other address. */
  path: string
  /** The modules of the layout and of the page itself. */
  modules: string[]
  /** The area with the texts of the page. */
  area: 'app' | 'legal' | 'member' | 'admin'
}

const areas = ['legal', 'member', 'admin'] as const

/** Returns the pages in the sources of the routes, each with the modules that the router imports for it. */
export function readRoutes(webDir: string): PageModules[] {
  const folder = 'app/routes'
  const files = globSync(`${folder}/*-routes.tsx`, { cwd: webDir }).toSorted()
  const source = files.map((file) => readFileSync(join(webDir, file), 'utf8')).join('\n')
  const routes = new Map(
    [...source.matchAll(/^const (\w+) = createRoute\(\{\n([^]*?)^\}\)/gm)].map(([, name = '', options = '']) => [
      name,
      {
        parent: /getParentRoute: \(\) => (\w+)/.exec(options)?.[1] ?? '',
        path: /^ {2}path: '([^']*)'/m.exec(options)?.[1],
        module: moduleIn(folder, /import\('([^']+)'\)/.exec(options)?.[1]),
        area: areas.find((area) => options.includes(`component: ${area}Page(`)),
      },
    ]),
  )
  const parents = new Set([...routes.values()].map(({ parent }) => parent))
  const ancestry = (name: string): NonNullable<ReturnType<typeof routes.get>>[] => {
    const route = routes.get(name)
    return route ? [...ancestry(route.parent), route] : []
  }
  return [...routes.keys()]
    .filter((name) => !parents.has(name))
    .map(ancestry)
    .map((line) => ({
      path: line.map(({ path = '' }) => path.replace(/\/$/, '').replaceAll(/\$(?=\w)/g, ':')).join('') || '/',
      modules: line.flatMap(({ module }) => module ?? []),
      area: line.at(-1)?.area ?? 'app',
    }))
}

function moduleIn(folder: string, specifier: string | undefined): string | undefined {
  return specifier && posix.join(folder, specifier)
}

function withImports(file: string | undefined, bundle: Rolldown.OutputBundle, found = new Set<string>()): Set<string> {
  const chunk = file === undefined ? undefined : bundle[file]
  if (chunk?.type !== 'chunk' || found.has(chunk.fileName)) return found
  found.add(chunk.fileName)
  for (const next of chunk.imports) withImports(next, bundle, found)
  return found
}
