import type { Language } from '../../../contract/languages.ts'
import { noScriptText, pageDescriptions } from '../../../contract/page-descriptions.ts'
import { pageTitles, windowTitle, type PagePath } from '../../../contract/pages.ts'
import { createTranslator, type Texts } from '../../../contract/translate.ts'
import { ownVersionName } from '../version.ts'

/** A language with its texts, and the scripts that load the texts of a page. English has neither. */
export interface ServedLanguage extends Language {
  texts: Texts
  /** The scripts of each page. `all` has those of any page without an entry. */
  scripts?: Partial<Record<PageName | 'all', string[]>>
  /** The address of the manifest that an installed site shows on a device. */
  manifest?: string
}

/** `landing` is the home page by itself, without the app. `$` stands for every unknown address. */
export type PageName = PagePath | '$' | 'landing'

export interface PageHead {
  page: PageName
  language: ServedLanguage
  publicUrl: string
  hasPicture: boolean
}

/** Names the version of the site, for the page of settings and for reports of faults. */
const versionTag = `<meta name="version" content="${ownVersionName}">`

/**
 * Writes the head of a page for machines that run no script. It has the title and, for a public page, a description and
 * the address. All languages share one address, so it names no alternates.
 */
export function writePageHead(html: string, { page: name, language, publicUrl, hasPicture }: PageHead): string {
  const page = name === 'landing' ? '/' : name
  const { code, direction, texts } = language
  const { t } = createTranslator({ language: code, direction, texts })
  const title = windowTitle(t(pageTitles[page]))
  const english = page === '$' ? undefined : pageDescriptions[page]
  const description = english && t(english)
  const tags = description
    ? [
        `<meta name="description" content="${escape(description)}">`,
        `<link rel="canonical" href="${escape(publicUrl + page)}">`,
        ...openGraph({
          type: 'website',
          site_name: 'ET',
          title,
          description,
          url: publicUrl + page,
          locale: localeOf(language.code),
          ...(hasPicture && { image: `${publicUrl}/og.png` }),
        }),
      ]
    : []
  const scripts = (language.scripts?.[name] ?? language.scripts?.all ?? []).map(
    (src) => `<script src="${src}"></script>`,
  )
  return html
    .replace('<html lang="en"', () => `<html lang="${language.code}" dir="${language.direction}"`)
    .replace('/manifest.webmanifest', (english) => language.manifest ?? english)
    .replace(noScriptText, () => escape(t(noScriptText)))
    .replace(
      '<title>ET</title>',
      () => `<title>${escape(title)}</title>${versionTag}${tags.join('')}${scripts.join('')}`,
    )
}

/** Adds the region where most speakers of the language live, because the protocol needs one: de_DE. */
function localeOf(code: string): string {
  const { language, region } = new Intl.Locale(code).maximize()
  return `${language}_${region}`
}

function openGraph(properties: Record<string, string>): string[] {
  return Object.entries(properties).map(
    ([name, content]) => `<meta property="og:${name}" content="${escape(content)}">`,
  )
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
