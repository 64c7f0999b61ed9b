import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, type Plugin } from 'vite'
import { languageCookieName, languages } from '../../contract/languages.ts'
import { createTranslator } from '../../contract/translate.ts'
import { offlineTexts } from '../../web/offline/offline-texts.ts'
import { readTexts } from '../../server/platform/mail/read-texts.ts'

/**
 * Adds the service worker and its one page under fixed names, because browsers request the worker again and compare it.
 * The worker and the pages contain the name of the release, which changes with every file that the pages load.
 */
export function offlineFiles(webDir: string): Plugin {
  const read = (file: string) => readFileSync(join(webDir, 'offline', file), 'utf8')
  let release = ''
  return {
    name: 'offline-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const files = Object.keys(bundle).filter((file) => /\.(?:js|css)$/.test(file))
        const texts = languages.slice(1).map(({ code }) => JSON.stringify(readTexts(code)))
        release = hash([...files.toSorted(), ...texts])
        return [{ tag: 'meta', attrs: { name: 'release', content: release }, injectTo: 'head' }]
      },
    },
    generateBundle: {
      order: 'post',
      handler() {
        if (release === '') throw new Error('No page bears the name of the release')
        const page = {
          'offline.html': read('offline.html'),
          'offline.css': read('offline.css'),
          'offline.js': minify(fillIn(read('offline.js'), wordsOf())),
        }
        for (const [fileName, source] of Object.entries(page)) this.emitFile({ type: 'asset', fileName, source })
        // The page's name has no hash, so a change of the page has to change the worker.
        const values = { __RELEASE__: `'${release}'`, __PAGE__: `'${hash(Object.values(page))}'` }
        const source = minify(fillIn(read('service-worker.js'), values))
        this.emitFile({ type: 'asset', fileName: 'sw.js', source })
      },
    },
  }
}

function hash(parts: string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('base64url').slice(0, 12)
}

function wordsOf(): Record<string, string> {
  const texts = languages.map(({ code }) => {
    const translator = createTranslator({ language: code, texts: code === 'en' ? {} : readTexts(code) })
    return [code, offlineTexts(translator)]
  })
  const fromRight = languages.filter(({ direction }) => direction === 'rtl').map(({ code }) => code)
  return {
    __TEXTS__: JSON.stringify(Object.fromEntries(texts)),
    __FROM_RIGHT__: JSON.stringify(fromRight),
    __COOKIE__: languageCookieName,
  }
}

function fillIn(source: string, values: Record<string, string>): string {
  return Object.entries(values).reduce((text, [mark, value]) => {
    if (!text.includes(mark)) throw new Error(`${mark} stands nowhere in a file of web/offline`)
    return text.replaceAll(mark, () => value)
  }, source)
}

function minify(source: string): string {
  return minifySync('offline.js', source).code
}
