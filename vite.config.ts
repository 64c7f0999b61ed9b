import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { bundledPackages } from './scripts/web-build/bundled-packages.ts'
import { chunkGroups } from './scripts/web-build/chunk-groups.ts'
import { compressFiles } from './scripts/web-build/compress-files.ts'
import { documents } from './scripts/web-build/documents.ts'
import { prerenderPages } from './scripts/web-build/prerender-pages.ts'
import { languageFiles } from './scripts/web-build/language-files.ts'
import { offlineFiles } from './scripts/web-build/offline-files.ts'
import { pageFiles } from './scripts/web-build/page-files.ts'

const apiUrl = `http://localhost:${process.env['PORT'] ?? '3000'}`
const webDir = join(import.meta.dirname, 'web')

export default defineConfig({
  root: 'web',
  plugins: [
    react(),
    tailwindcss(),
    documents(webDir),
    languageFiles(webDir),
    offlineFiles(webDir),
    pageFiles(webDir),
    prerenderPages(webDir),
    bundledPackages(webDir),
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
      // The home page is a document of its own, which starts with the script of the home page alone.
      input: ['index.html', 'landing.html'].map((file) => join(webDir, file)),
      // This check would report that compression takes most of the time, which is expected.
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: { groups: chunkGroups(webDir) },
        // A page is called after its folder, because all pages are called page.tsx.
        chunkFileNames: ({ name, facadeModuleId }) =>
          `assets/${/([^/]+)\/page\.tsx$/.exec(facadeModuleId ?? '')?.[1] ?? name}-[hash].js`,
      },
    },
  },
  server: {
    proxy: { '/api': apiUrl, '/dev': apiUrl },
  },
})
