import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const script = '/main.tsx'

/**
 * A second document beside index.html, for visitors of the home page. It differs in the script that it starts with, which
 * is the home page alone, and needs no word to those who have no scripts, as the page is there without.
 */
export function landingEntry(webDir: string): Plugin {
  const index = join(webDir, 'index.html')
  const landing = join(webDir, 'landing.html')
  return {
    name: 'landing-entry',
    apply: 'build',
    config: () => ({ build: { rolldownOptions: { input: [index, landing] } } }),
    resolveId: (id) => (id === landing ? id : undefined),
    load(id) {
      if (id !== landing) return undefined
      const html = readFileSync(index, 'utf8')
      if (!html.includes(`src="${script}"`)) throw new Error('index.html does not start with main.tsx')
      return html.replace(script, '/landing.tsx').replace(/ *<noscript>[^]*<\/noscript>\n/, '')
    },
    // The page is seen without its scripts, so on a slow line they let its look and its letters pass.
    transformIndexHtml: {
      order: 'post',
      handler: (html, { filename }) =>
        filename === landing
          ? html.replaceAll(/<(?:script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"')
          : html,
    },
  }
}
