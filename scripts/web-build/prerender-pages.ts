import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'
import { languages } from '../../contract/languages.ts'
import type { Catalogue } from '../../contract/translate.ts'
import { readTexts } from '../../server/platform/mail/read-texts.ts'

const rolldownOptions = { output: { entryFileNames: '[name].mjs' } }

/**
 * Renders the HTML that pages show before the app runs, in each language. The server sends it with each page. The home
 * page is rendered in full. The other pages have their bars, headings and a loading state.
 */
export function prerenderPages(root: string): Plugin {
  return {
    name: 'prerender-pages',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const outDir = await mkdtemp(join(tmpdir(), 'prerendered-'))
      try {
        await build({
          configFile: false,
          root,
          plugins: [react()],
          logLevel: 'warn',
          ssr: { noExternal: true },
          build: { ssr: 'app/prerendered-pages.tsx', outDir, emptyOutDir: true, copyPublicDir: false, rolldownOptions },
        })
        const script = pathToFileURL(join(outDir, 'prerendered-pages.mjs')).href
        const pages = languages.map(({ code, direction }, index) => {
          const texts = index === 0 ? {} : readTexts(code)
          return `${JSON.stringify(code)}:${render(script, { language: code, direction, texts })}`
        })
        await writeFile(join(dir, '.prerendered.json'), `{${pages.join()}}`)
      } finally {
        await rm(outDir, { recursive: true, force: true })
      }
    },
  }
}

/** The texts must exist before any module loads, so each language is rendered in its own process. */
function render(script: string, catalogue: Catalogue): string {
  // The program goes to standard input, because all texts of a language exceed the maximum length of an argument.
  const { status, stdout, stderr, error } = spawnSync(process.execPath, ['--input-type=module', '-'], {
    input: `globalThis.catalogue = ${JSON.stringify(catalogue)}
      const { prerenderPages } = await import(${JSON.stringify(script)})
      process.stdout.write(JSON.stringify(await prerenderPages()), () => process.exit())`,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) throw new Error(`The pages could not be rendered in ${catalogue.language}: ${error ?? stderr}`)
  return stdout
}
