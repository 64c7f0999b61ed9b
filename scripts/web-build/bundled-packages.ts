import { relative, join } from 'node:path'
import type { Plugin } from 'vite'

/** Notes which packages have code in the built web app, for the bill of materials of a release. The server does not send the note. */
export function bundledPackages(webDir: string): Plugin {
  const root = join(webDir, '..')
  return {
    name: 'bundled-packages',
    apply: 'build',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
      const folders = modules.flatMap((id) => packageFolder.exec(relative(root, id).replaceAll('\\', '/'))?.[0] ?? [])
      const source = JSON.stringify([...new Set(folders)].toSorted())
      this.emitFile({ type: 'asset', fileName: '.packages.json', source })
    },
  }
}

/** The innermost package folder of a module. */
const packageFolder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/
