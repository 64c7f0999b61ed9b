import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '../../contract/languages.ts'
import type { Texts } from '../../contract/translate.ts'

const folder = join(import.meta.dirname, '../../web/public')

/** Writes the manifest in a further language beside the English one, so that an installed site speaks it, too. */
export function writeManifest(language: Language, texts: Texts): void {
  writeFileSync(join(folder, `manifest-${language.code}.webmanifest`), translateManifest(language, texts))
}

/** Returns the manifest in a further language as the text of its file. All its texts are those of pages. */
export function translateManifest({ code, direction }: Language, texts: Texts): string {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.webmanifest'), 'utf8')) as Manifest
  const translate = (english: string) => {
    const text = texts[english]
    if (typeof text !== 'string') throw new Error(`The manifest says a text that no page says: ${english}`)
    return text
  }
  const translated = {
    ...manifest,
    lang: code,
    dir: direction,
    description: translate(manifest.description),
    shortcuts: manifest.shortcuts.map((shortcut) => ({ ...shortcut, name: translate(shortcut.name) })),
  }
  return `${JSON.stringify(translated, null, 2)}\n`
}

interface Manifest {
  lang: string
  dir: string
  description: string
  shortcuts: { name: string; url: string }[]
}
