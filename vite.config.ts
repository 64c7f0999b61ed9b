import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkFileName, chunkGroups } from './scripts/web-build/chunk-groups.ts'
import { compressFiles } from './scripts/web-build/compress-files.ts'
import { drawPages } from './scripts/web-build/draw-pages.ts'
import { headScript } from './scripts/web-build/head-script.ts'
import { landingEntry } from './scripts/web-build/landing-entry.ts'
import { languageFiles } from './scripts/web-build/language-files.ts'
import { leanContract } from './scripts/web-build/lean-contract.ts'
import { manifestFiles } from './scripts/web-build/manifest-files.ts'
import { offlineFiles } from './scripts/web-build/offline-files.ts'
import { pageFiles } from './scripts/web-build/page-files.ts'
import { preloadFonts } from './scripts/web-build/preload-fonts.ts'
import { startWatch } from './scripts/web-build/start-watch.ts'

const apiUrl = `http://localhost:${process.env['PORT'] ?? '3000'}`
const webDir = join(import.meta.dirname, 'web')

export default defineConfig({
  root: 'web',
  plugins: [
    react(),
    tailwindcss(),
    leanContract(import.meta.dirname),
    preloadFonts([/source-sans-3-core.*\.woff2$/, /source-serif-4-core.*\.woff2$/]),
    landingEntry(webDir),
    headScript(webDir),
    startWatch(webDir),
    languageFiles(webDir),
    manifestFiles(webDir),
    offlineFiles(webDir),
    pageFiles(webDir),
    drawPages(webDir),
    compressFiles(),
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    sourcemap: false,
    // The content security policy allows only files of this site: no data: addresses, and one inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // This check would report that compression takes most of the time, which is expected.
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: { groups: chunkGroups(webDir) },
        chunkFileNames: ({ name, facadeModuleId }) => chunkFileName(name, facadeModuleId),
      },
    },
  },
  server: {
    proxy: { '/api': apiUrl, '/dev': apiUrl },
  },
})
