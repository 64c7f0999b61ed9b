import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { languageCookieName, languages, type Language } from '../../contract/languages.ts'
import type { Texts } from '../../contract/translate.ts'
import { readTexts } from '../../server/platform/mail/read-texts.ts'
import { pageModules } from '../../web/app/page-modules.ts'

const translations = languages.slice(1)

/**
 * Makes scripts from the texts of each language except English, which is in the sources: one for each file that `npm run
 * languages` writes. They are ordinary scripts, so they run before any module does. The server reads from .languages.json
 * which of them a page begins with; web/lib/load-texts.ts loads the others.
 */
export function languageFiles(webDir: string): Plugin {
  return {
    name: 'language-files',
    generateBundle() {
      const files = translations.map((language) => {
        const read = (area: string) =>
          JSON.parse(readFileSync(join(webDir, 'languages', language.code, `${area}.json`), 'utf8')) as Texts
        const emit = (area: string, texts: Texts, further = {}) => {
          const source = toScript(language, area, texts, further)
          const file = this.emitFile({ type: 'asset', name: `language-${language.code}-${area}.js`, source })
          return `/${this.getFileName(file)}`
        }
        const [legal, member, admin] = (['legal', 'member', 'admin'] as const).map((area) => emit(area, read(area)))
        const app = emit('app', { ...read('home'), ...read('app') }, { legal, member, admin })
        const scripts = { app: [app], legal: [app, legal], member: [app, member], admin: [app, admin] }
        const pages = Object.entries(pageModules).map(([path, { area }]) => [path, scripts[area]] as const)
        const landing = [emit('home', read('home'), { legal, member, admin, app })]
        const manifest = `/manifest-${language.code}.webmanifest`
        const texts = readTexts(language.code)
        return { ...language, manifest, scripts: { ...Object.fromEntries(pages), landing }, texts }
      })
      this.emitFile({ type: 'asset', fileName: '.languages.json', source: JSON.stringify(files) })
    },
    // While the app is developed, no server of ours sends its pages.
    transformIndexHtml: (_html, { server }) =>
      server && [{ tag: 'script', attrs: { src: '/language.js' }, injectTo: 'head-prepend' }],
    configureServer: ({ middlewares }) =>
      void middlewares.use('/language.js', ({ headers }, response) => {
        const chosen = translations.find(({ code }) => headers.cookie?.includes(`${languageCookieName(false)}=${code}`))
        const look = JSON.stringify({ lang: chosen?.code, dir: chosen?.direction })
        const script = chosen && toScript(chosen, 'all', readTexts(chosen.code))
        response.end(script && `${script};Object.assign(document.documentElement,${look})`)
      }),
  }
}

/** The first script of a page makes the catalogue. Each further one adds its texts. */
function toScript({ code, direction }: Language, area: string, texts: Texts, areaUrls: object = {}): string {
  const empty = JSON.stringify({ language: code, direction, texts: {}, areaUrls })
  return `{const c=globalThis.catalogue??=${empty};Object.assign(c.texts,${JSON.stringify(texts)});delete c.areaUrls.${area}}`
}
