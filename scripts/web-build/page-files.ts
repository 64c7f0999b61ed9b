import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { pageModules } from '../../web/app/page-modules.ts'

/**
 * Notes for the server which files each page is made of, besides those that the HTML asks for by itself. The server names
 * them in the HTML, so a browser fetches the code of a page at once, before the router has found out which page it is.
 */
export function pageFiles(webDir: string): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const find = (test: (chunk: Rolldown.OutputChunk) => boolean) => chunks.find(test)?.fileName
      const start = withImports([find(({ isEntry, name }) => isEntry && name === 'index')], bundle)
      const filesOf = (modules: string[]) => {
        const ids = modules.map((module) => join(webDir, module))
        const own = ids.map(
          (id) => find((chunk) => chunk.facadeModuleId === id) ?? find((chunk) => id in chunk.modules),
        )
        return [...withImports(own, bundle)].filter((file) => !start.has(file))
      }
      // Each page of the administrators shows numbers and addresses at once, which have a font of their own.
      const font = Object.keys(bundle).filter((file) => /jetbrains-mono-core.*\.woff2$/.test(file))
      const pages = Object.entries(pageModules).map(([path, { area, modules }]) => [
        path,
        [...(area === 'admin' ? font : []), ...filesOf(modules)],
      ])
      this.emitFile({ type: 'asset', fileName: '.pages.json', source: JSON.stringify(Object.fromEntries(pages)) })
    },
  }
}

/** The names of these files and of all that they import. */
function withImports(files: (string | undefined)[], bundle: Rolldown.OutputBundle): Set<string> {
  const found = new Set(files.filter((file) => file !== undefined))
  // The set grows while the loop goes through it.
  for (const file of found) {
    const chunk = bundle[file]
    for (const next of chunk?.type === 'chunk' ? chunk.imports : []) found.add(next)
  }
  return found
}
