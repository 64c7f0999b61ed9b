import type { Plugin } from 'vite'
import { languageCookieName, languages, type Language } from '../../contract/languages.ts'
import type { Catalogue } from '../../contract/translate.ts'
import { readTexts } from '../../server/mail-texts/read-texts.ts'

const translations = languages.slice(1)

/**
 * Makes a script of the texts of each language but English, which is in the sources. It is an ordinary script, so that it
 * has run before any module does. The server reads in .languages.json which there are.
 */
export function languageFiles(): Plugin[] {
  const references = new Map<string, string>()
  return [
    {
      name: 'language-files',
      apply: 'build',
      buildStart() {
        for (const { code, direction } of translations) {
          const source = toScript({ language: code, direction, texts: readTexts(code) })
          references.set(code, this.emitFile({ type: 'asset', name: `language-${code}.js`, source }))
        }
      },
      generateBundle() {
        const files = translations.map((language) => ({
          ...language,
          script: `/${this.getFileName(references.get(language.code) ?? '')}`,
          texts: readTexts(language.code),
        }))
        this.emitFile({ type: 'asset', fileName: '.languages.json', source: JSON.stringify(files) })
      },
    },
    {
      // While the app is developed there is no server of ours behind its pages.
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

function toScript(catalogue: Catalogue): string {
  return `globalThis.catalogue=${JSON.stringify(catalogue)}`
}

function toDevelopmentScript({ code, direction }: Language): string {
  const element = `Object.assign(document.documentElement,{lang:${JSON.stringify(code)},dir:${JSON.stringify(direction)}})`
  return `${toScript({ language: code, direction, texts: readTexts(code) })};${element}`
}
