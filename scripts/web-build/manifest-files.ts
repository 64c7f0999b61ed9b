import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { languages, type Language } from '../../contract/languages.ts'
import type { Texts } from '../../contract/translate.ts'
import { readTexts } from '../../server/platform/mail/read-texts.ts'

/** Returns the address of the manifest in a language other than English. The pages in that language link to it. */
export function manifestOf({ code }: Language): string {
  return `/manifest-${code}.webmanifest`
}

/** Adds a manifest in each language beside the English one, so that an installed site uses the language, too. */
export function manifestFiles(webDir: string): Plugin {
  const file = join(webDir, 'public/manifest.webmanifest')
  return {
    name: 'manifest-files',
    apply: 'build',
    generateBundle() {
      const english = JSON.parse(readFileSync(file, 'utf8')) as Manifest
      for (const language of languages.slice(1)) {
        const source = JSON.stringify(translate(english, language, readTexts(language.code)))
        this.emitFile({ type: 'asset', fileName: manifestOf(language).slice(1), source })
      }
    },
  }
}

interface Manifest {
  lang: string
  dir: string
  description: string
  shortcuts: { name: string; url: string }[]
}

/** All texts of the manifest are also texts of pages. */
function translate(manifest: Manifest, { code, direction }: Language, texts: Texts): Manifest {
  const say = (english: string) => {
    const text = texts[english]
    if (typeof text !== 'string') throw new Error(`The manifest says what no page does: ${english}`)
    return text
  }
  return {
    ...manifest,
    lang: code,
    dir: direction,
    description: say(manifest.description),
    shortcuts: manifest.shortcuts.map((shortcut) => ({ ...shortcut, name: say(shortcut.name) })),
  }
}
