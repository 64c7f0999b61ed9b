import type { Plugin, Rolldown } from 'vite'
import { languageCookieName, languages, type Language } from '../../contract/languages.ts'
import type { Catalogue, Texts } from '../../contract/translate.ts'
import { readTexts } from '../../server/platform/mail/read-texts.ts'
import { manifestOf } from './manifest-files.ts'
import { readRoutes } from './page-files.ts'
import { sortIntoParts, type PartName } from './text-areas.ts'

const translations = languages.slice(1)

/**
 * Makes scripts with the texts of each language. English needs none, because its texts are in the sources. They are
 * ordinary scripts, so they run before any module. The server reads in .languages.json which scripts exist and which
 * ones a page starts with. web/lib/load-texts.ts loads the others.
 */
export function languageFiles(webDir: string): Plugin[] {
  return [
    {
      name: 'language-files',
      apply: 'build',
      generateBundle(_options, bundle) {
        const routes = readRoutes(webDir)
        const files = translations.map((language) => {
          const texts = readTexts(language.code)
          const parts = sortIntoParts(Object.keys(texts), bundle, webDir, routes)
          const emit = (name: PartName, further: PartAddresses = {}) =>
            emitPart(this, { language, name, texts: pick(texts, parts[name]), further })
          const areas = { legal: emit('legal'), member: emit('member'), admin: emit('admin') }
          const app = emit('app', areas)
          const home = emit('home', { ...areas, app })
          const pages = routes.map(({ path, area }) => [path, area === 'app' ? [app] : [app, areas[area]]] as const)
          return {
            ...language,
            manifest: manifestOf(language),
            scripts: { ...Object.fromEntries(pages), landing: [home] },
            texts,
          }
        })
        this.emitFile({ type: 'asset', fileName: '.languages.json', source: JSON.stringify(files) })
      },
    },
    {
      // In development there is no server of the product behind the pages.
      name: 'language-while-developing',
      apply: 'serve',
      configureServer(server) {
        server.middlewares.use('/language.js', (request, response) => {
          const chosen = translations.find(({ code }) =>
            request.headers.cookie?.includes(`${languageCookieName}=${code}`),
          )
          response.setHeader('content-type', 'text/javascript; charset=utf-8')
          response.end(chosen ? toDevelopmentScript(chosen) : '')
        })
      },
      transformIndexHtml: () => [{ tag: 'script', attrs: { src: '/language.js' }, injectTo: 'head-prepend' }],
    },
  ]
}

type PartAddresses = NonNullable<Catalogue['parts']>

interface Part {
  language: Language
  name: PartName
  texts: Texts
  /** The addresses of the other parts. */
  further: PartAddresses
}

/** The first part of a page makes the catalogue. Each further part adds to it. */
function emitPart(context: Rolldown.PluginContext, { language, name, texts, further }: Part): string {
  const { code, direction } = language
  const empty: Catalogue = { language: code, direction, texts: {}, parts: further }
  const source = `{const c=globalThis.catalogue??=${JSON.stringify(empty)};Object.assign(c.texts,${JSON.stringify(texts)});delete c.parts.${name}}`
  return `/${context.getFileName(context.emitFile({ type: 'asset', name: `language-${code}-${name}.js`, source }))}`
}

function pick(texts: Texts, keys: string[]): Texts {
  return Object.fromEntries(keys.map((key) => [key, texts[key] ?? key]))
}

function toDevelopmentScript({ code, direction }: Language): string {
  const element = `Object.assign(document.documentElement,{lang:${JSON.stringify(code)},dir:${JSON.stringify(direction)}})`
  const catalogue: Catalogue = { language: code, direction, texts: readTexts(code) }
  return `globalThis.catalogue=${JSON.stringify(catalogue)};${element}`
}
