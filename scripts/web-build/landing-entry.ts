import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const script = '/app/main.tsx'

/**
 * A second document beside index.html, for visitors of the home page. It differs in the script that it starts with, which
 * is the home page alone.
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
    // What is seen at first is there without scripts, so its look and its letters come before them.
    transformIndexHtml: {
      order: 'post',
      handler: (html, { filename }) => (filename === landing ? putAside(html) : putBehind(html)),
    },
  }
}

const scriptTags = /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g

/** The home page is whole already: head.js begins its scripts once it has been seen. */
function putAside(html: string): string {
  const tags = html.match(scriptTags) ?? []
  const rest = tags.reduce((text, tag) => text.replace(tag, ''), html)
  return rest.replace('</body>', () => `<template id="scripts">${tags.join('')}</template></body>`)
}

/** Any other page says that it is loading, and waits for its scripts: they are fetched at once, but give way. */
function putBehind(html: string): string {
  return html.replace(scriptTags, (tag) => tag.replace(' ', ' fetchpriority="low" '))
}
