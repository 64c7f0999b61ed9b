import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, type Plugin } from 'vite'

/**
 * Inlines web/app/watch-start.js into the documents, before the scripts that it watches. The server allows it by its
 * hash, and no other inline script.
 */
export function startWatch(webDir: string): Plugin {
  return {
    name: 'start-watch',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        if (!html.includes('<title>')) throw new Error('index.html has no title')
        const { code } = minifySync('watch-start.js', readFileSync(join(webDir, 'app/watch-start.js'), 'utf8'))
        return html.replace('<title>', (title) => `<script>${code.trim()}</script>${title}`)
      },
    },
  }
}
