import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressFiles } from './scripts/web-build/compress-files.ts'
import { pageFiles } from './scripts/web-build/page-files.ts'
import { preloadFonts } from './scripts/web-build/preload-fonts.ts'

const apiUrl = `http://localhost:${process.env['PORT'] ?? '3000'}`
const webDir = join(import.meta.dirname, 'web')

export default defineConfig({
  root: 'web',
  plugins: [
    react(),
    tailwindcss(),
    preloadFonts([/source-sans-3-core.*\.woff2$/, /source-serif-4-core.*\.woff2$/]),
    pageFiles(webDir),
    compressFiles(),
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    sourcemap: false,
    // The content security policy allows files of this site only: no data: addresses and no inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups() } } },
  },
  server: {
    proxy: { '/api': apiUrl, '/dev': apiUrl },
  },
})

/**
 * A page is a handful of files: on a slow line each one is a wait. What belongs to one page alone stays with it; what
 * many pages are made of is grouped by who needs it first. The first group that takes a module keeps it.
 */
function chunkGroups() {
  return [
    // Every page needs it, and releases seldom change it.
    {
      name: 'framework',
      test: /node_modules[\\/](?:react|react-dom|scheduler|@tanstack)[\\/]|rolldown[\\/]runtime/,
      tags: ['$initial' as const],
      priority: 6,
    },
    // What runs before any page does.
    { name: 'start', tags: ['$initial' as const], priority: 5 },
    // The home page is opened by people who may never open another one: it shares this little and no more.
    {
      name: 'shown',
      test: /[\\/]web[\\/](?:ui[\\/](?:notice|rosette|sparkline|use-steady-sign)|features[\\/]packages[\\/])/,
      minShareCount: 2,
      priority: 4,
    },
    {
      name: 'forms',
      test: /node_modules[\\/](?:react-hook-form|@hookform)[\\/]|[\\/]web[\\/](?:ui[\\/](?:select|checkbox|radio|textarea|amount-stepper|action-bar|steps?\b)|lib[\\/](?:server-faults|use-draft|read-autofill))/,
      minShareCount: 2,
      priority: 3,
    },
    // Around every page of those who are signed in.
    {
      name: 'frame',
      test: /[\\/]web[\\/](?:pages[\\/]layouts[\\/](?:member|admin)-layout|features[\\/](?:step-up|inactivity)[\\/]|ui[\\/]sidebar)/,
      priority: 2,
    },
    {
      name: 'parts',
      test: /[\\/]web[\\/](?:ui|lib|features)[\\/]|node_modules[\\/]lucide-react[\\/]/,
      minShareCount: 3,
      priority: 1,
    },
  ]
}
