import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, type Plugin } from 'vite'
import { languageCookieName, languages } from '../../contract/languages.ts'
import { createTranslator } from '../../contract/translate.ts'
import { readTexts } from '../../server/platform/mail/read-texts.ts'
import { offlineTexts, wakeUpText } from '../../web/offline/offline-texts.ts'

/**
 * Adds the service worker and the page that it keeps, under names that never change: browsers fetch the worker again and
 * compare it. The worker and the pages carry the name of the release, which changes with every file that pages load.
 */
export function offlineFiles(webDir: string): Plugin {
  const read = (file: string) => readFileSync(join(webDir, 'offline', file), 'utf8')
  const catalogues = languages.map(({ code, direction }, index) => ({
    language: code,
    direction,
    texts: index === 0 ? {} : readTexts(code),
  }))
  let release = ''
  return {
    name: 'offline-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const files = Object.keys(bundle).filter((file) => /\.(?:js|css)$/.test(file))
        release = hash([...files.toSorted(), JSON.stringify(catalogues)])
        return [{ tag: 'meta', attrs: { name: 'release', content: release }, injectTo: 'head' }]
      },
    },
    generateBundle: {
      order: 'post',
      handler() {
        if (release === '') throw new Error('No page carries the name of the release')
        const translators = catalogues.map((one) => [one.language, createTranslator(one)] as const)
        const words = {
          __TEXTS__: Object.fromEntries(translators.map(([code, translator]) => [code, offlineTexts(translator)])),
          __FROM_RIGHT__: languages.filter(({ direction }) => direction === 'rtl').map(({ code }) => code),
          __COOKIES__: [true, false].map(languageCookieName),
        }
        const page = { html: read('offline.html'), css: read('offline.css'), js: fillIn(read('offline.js'), words) }
        const add = (fileName: string, source: string) => this.emitFile({ type: 'asset', fileName, source })
        for (const [type, source] of Object.entries(page)) add(`offline.${type}`, source)
        // The page's name has no hash, so a change of the page has to change the worker.
        const namesOfWorker = {
          __RELEASE__: release,
          __PAGE__: hash(Object.values(page)),
          __WAKE_UP__: Object.fromEntries(translators.map(([code, translator]) => [code, wakeUpText(translator)])),
        }
        add('sw.js', fillIn(read('service-worker.js'), namesOfWorker))
      },
    },
  }
}

function hash(parts: string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('base64url').slice(0, 12)
}

/** Puts values in the place of their names, and minifies. */
function fillIn(source: string, values: Record<string, unknown>): string {
  const filled = Object.entries(values).reduce((text, [name, value]) => {
    if (!text.includes(name)) throw new Error(`${name} is in no file of web/offline`)
    return text.replaceAll(name, () => JSON.stringify(value))
  }, source)
  return minifySync('offline.js', filled).code
}
