import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, type Plugin } from 'vite'

const scriptMark = '<script src="/app/head.js"></script>'
/** The fonts that every page needs first. */
const firstFonts = /source-(?:sans-3|serif-4)-core.*\.woff2$/
const scriptTags = /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g

/** Finishes index.html and landing.html, so that a page is seen before its scripts run. */
export function documents(webDir: string): Plugin[] {
  return [
    {
      name: 'inline-scripts',
      apply: 'build',
      transformIndexHtml: { order: 'pre', handler: (html) => inlineFirstScripts(html, webDir) },
    },
    {
      name: 'documents',
      apply: 'build',
      transformIndexHtml: {
        order: 'post',
        handler: (html, { filename, bundle = {} }) => ({
          html: filename.endsWith('landing.html') ? deferScripts(html) : lowerScriptPriority(html),
          // Their download starts together with that of the stylesheet that names them.
          tags: Object.keys(bundle)
            .filter((file) => firstFonts.test(file))
            .map((file) => ({
              tag: 'link',
              attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: true },
              injectTo: 'head-prepend',
            })),
        }),
      },
    },
  ]
}

/** Puts the scripts that run first into the document. The server allows this inline script by its hash, and no other one. */
function inlineFirstScripts(html: string, webDir: string): string {
  if (!html.includes(scriptMark)) throw new Error('A document does not run head.js')
  const files = ['watch-start.js', 'head.js'].map((file) => readFileSync(join(webDir, 'app', file), 'utf8'))
  return html.replace(scriptMark, () => `<script>${minifySync('head.js', files.join('\n')).code.trim()}</script>`)
}

/** The home page is complete without scripts. head.js starts them after the page has been shown. */
function deferScripts(html: string): string {
  const tags = html.match(scriptTags) ?? []
  return html
    .replaceAll(scriptTags, '')
    .replace('</body>', () => `<template id="scripts">${tags.join('')}</template></body>`)
}

/** Any other page says that it is loading. Its scripts are fetched at once, but at a low priority, after style and fonts. */
function lowerScriptPriority(html: string): string {
  return html.replaceAll(scriptTags, (tag) => tag.replace(' ', ' fetchpriority="low" '))
}
