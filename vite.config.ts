import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const apiUrl = `http://localhost:${process.env['PORT'] ?? '3000'}`

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), preloadFont(/source-sans-3-latin-wght-normal.*\.woff2$/)],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    sourcemap: false,
    // The content security policy allows files of this site only: no data: addresses and no inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What every page needs and releases seldom change is one file, not a dozen of a few hundred bytes each.
        codeSplitting: {
          groups: [{ name: 'framework', test: /node_modules\/(react|react-dom|scheduler|@tanstack)\// }],
        },
      },
    },
  },
  server: {
    proxy: { '/api': apiUrl, '/dev': apiUrl },
  },
})

/** Starts the download of the one font that every page needs first together with the stylesheet that names it. */
function preloadFont(fileName: RegExp): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => fileName.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: true },
            injectTo: 'head-prepend',
          })),
    },
  }
}
