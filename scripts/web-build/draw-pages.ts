import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'
import { languages } from '../../contract/languages.ts'
import { pagePaths } from '../../contract/pages.ts'
import type { Catalogue } from '../../contract/translate.ts'
import { readTexts } from '../../server/platform/mail/read-texts.ts'

/**
 * Draws the HTML that pages show before the app runs, in each language. The server sends it with each page. The home
 * page is drawn in full. The other pages have their bars, headings and a loading state.
 */
export function drawPages(webDir: string): Plugin {
  return {
    name: 'draw-pages',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const outDir = await mkdtemp(join(tmpdir(), 'drawn-'))
      try {
        const script = await buildRenderer(webDir, outDir)
        const pages = languages.map(({ code, direction }, index) => {
          const texts = index === 0 ? {} : readTexts(code)
          return [code, render(script, { language: code, direction, texts })]
        })
        await writeFile(join(dir, '.drawn.json'), JSON.stringify(Object.fromEntries(pages)))
      } finally {
        await rm(outDir, { recursive: true, force: true })
      }
    },
  }
}

async function buildRenderer(webDir: string, outDir: string): Promise<string> {
  await build({
    configFile: false,
    root: webDir,
    plugins: [react()],
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: 'app/drawn-pages.tsx',
      outDir,
      emptyOutDir: true,
      copyPublicDir: false,
      rolldownOptions: { output: { entryFileNames: 'render.mjs' } },
    },
  })
  return pathToFileURL(join(outDir, 'render.mjs')).href
}

/** The texts must exist before any module loads, so each language is drawn in its own process. */
function render(script: string, catalogue: Catalogue): DrawnPages {
  const code = `
    globalThis.catalogue = ${JSON.stringify(catalogue)}
    const { renderFrame, renderHome, renderHomeStuck, renderStart } = await import(${JSON.stringify(script)})
    const frames = {}
    for (const path of ${JSON.stringify(pagePaths)}) frames[path] = await renderFrame(path)
    const drawn = { home: renderHome(), homeStuck: renderHomeStuck(), start: renderStart(), frames }
    process.stdout.write(JSON.stringify(drawn), () => process.exit())`
  // The program goes to standard input, because all texts of a language exceed the maximum length of an argument.
  const { status, stdout, stderr, error } = spawnSync(process.execPath, ['--input-type=module', '-'], {
    input: code,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) throw new Error(`The pages could not be rendered in ${catalogue.language}: ${error ?? stderr}`)
  return JSON.parse(stdout) as DrawnPages
}

interface DrawnPages {
  home: string
  homeStuck: string
  start: string
  frames: Record<string, { audience: string; html: string }>
}
