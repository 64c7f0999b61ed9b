import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const script = '/app/main.tsx'

/**
 * Adds a second document beside index.html for visitors of the home page. It starts with the script of the home page
 * alone.
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
      return html.replace(script, '/app/landing.tsx')
    },
    // The first view needs no scripts, so the styles and fonts come before them.
    transformIndexHtml: {
      order: 'post',
      handler: (html, { filename }) => (filename === landing ? putAside(html) : putBehind(html)),
    },
  }
}

const scriptTags = /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g

/** The home page is complete without scripts. head.js starts them after the page has been shown. */
function putAside(html: string): string {
  const tags = html.match(scriptTags) ?? []
  const rest = tags.reduce((text, tag) => text.replace(tag, ''), html)
  return rest.replace('</body>', () => `<template id="scripts">${tags.join('')}</template></body>`)
}

/** Every other page shows a loading state until its scripts run. They are fetched at once, but with low priority. */
function putBehind(html: string): string {
  return html.replace(scriptTags, (tag) => tag.replace(' ', ' fetchpriority="low" '))
}
