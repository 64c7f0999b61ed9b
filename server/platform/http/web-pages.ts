import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { languages } from '../../../contract/languages.ts'
import { findPage } from '../../../contract/pages.ts'
import { chooseLanguage } from './choose-language.ts'
import { writeHead, type PageName, type SpokenLanguage } from './page-head.ts'
import { readSessionCookie, sessionCookieName } from './session-cookie.ts'

/** Sends the HTML of the page at a path. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply, path: string) => FastifyReply

interface Site {
  webDir: string
  publicUrl: string
  /** Languages that only show whether every text can be translated. */
  furtherLanguages?: SpokenLanguage[]
}

/**
 * The HTML is the same for every page, except for its head: each says what it is in the language of whoever asks, and asks
 * at once for the files it is made of. It is put together and compressed when it is first asked for, and again when the
 * web app has been built anew beneath it. Without the built web app there are none.
 */
export function readPages(site: Site): SendPage | undefined {
  const file = join(site.webDir, 'index.html')
  const readTime = () => statSync(file, { throwIfNoEntry: false })?.mtimeMs
  let builtAt = readTime()
  if (builtAt === undefined) return undefined
  let documents = readDocuments(site)
  const sessionCookie = sessionCookieName(site.publicUrl)
  return (request, reply, path) => {
    const time = readTime()
    // While one build takes the place of another there is none for a moment.
    if (time !== undefined && time !== builtAt) {
      documents = readDocuments(site)
      builtAt = time
    }
    const language = chooseLanguage(request, documents.languages)
    const page = findPage(path) ?? '$'
    // Nobody is signed in without the cookie, and whoever has one gets the app, which finds out whether they are.
    const isVisitor = readSessionCookie(request, sessionCookie) === undefined
    return send(request, reply, language, documents.find(page === '/' && isVisitor ? 'landing' : page, language))
  }
}

interface Documents {
  languages: readonly [SpokenLanguage, ...SpokenLanguage[]]
  find(page: PageName, language: SpokenLanguage): Document
}

function readDocuments({ webDir, publicUrl, furtherLanguages = [] }: Site): Documents {
  const html = readFileSync(join(webDir, 'index.html'), 'utf8')
  const files = readJson<Record<string, string[]>>(join(webDir, '.pages.json')) ?? {}
  const translations = readJson<SpokenLanguage[]>(join(webDir, '.languages.json')) ?? []
  const landing = readText(join(webDir, 'landing.html'))
  const drawn = readJson<Record<string, DrawnPages>>(join(webDir, '.drawn.json')) ?? {}
  const hasPicture = existsSync(join(webDir, 'og.png'))
  const documents = new Map<string, Document>()
  return {
    languages: [{ ...languages[0], texts: {} }, ...translations, ...furtherLanguages],
    find(page, language) {
      const key = `${language.code} ${page}`
      const known = documents.get(key)
      if (known) return known
      const shown = drawn[language.code]
      const isHome = page === 'landing' && landing !== undefined && shown !== undefined
      const name = page === 'landing' && !isHome ? '/' : page
      const head = writeHead(isHome ? landing : html, { page: name, language, publicUrl, hasPicture })
      const body = head.replace(emptyRoot, () =>
        isHome
          ? `${shown.homeStuck}<div id="root">${shown.home}</div>`
          : `<div id="root">${shown?.start ?? ''}</div>${toTemplate(shown?.frames[page])}`,
      )
      const document = toDocument(body, files[name] ?? [])
      documents.set(key, document)
      return document
    },
  }
}

const emptyRoot = '<div id="root"></div>'

/** What was drawn when the web app was built, in the languages it was built in. */
interface DrawnPages {
  /** The home page of a visitor. */
  home: string
  /** Hidden above it: that its scripts did not come. */
  homeStuck: string
  /** What stands in the place of any other page until the app has it. */
  start: string
  /** By page: its bars and heading, for when it is known that whoever it is for is there. */
  frames: Record<string, { audience: string; html: string } | undefined>
}

/** A script of the page's head shows what is in it (web/app/head.js). */
function toTemplate(frame: DrawnPages['frames'][string]): string {
  return frame ? `<template id="frame" data-audience="${frame.audience}">${frame.html}</template>` : ''
}

type Encoding = 'br' | 'gzip' | 'identity'

interface Document {
  tag: string
  /** Of the script that stands in it, so that it may run. */
  scriptHash: string | undefined
  bodies: Record<Encoding, Buffer>
}

function readJson<T>(file: string): T | undefined {
  const text = readText(file)
  return text === undefined ? undefined : (JSON.parse(text) as T)
}

function readText(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function toDocument(html: string, files: string[]): Document {
  const links = files
    .map((file) =>
      file.endsWith('.woff2')
        ? `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`
        : `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`,
    )
    .join('')
  const body = Buffer.from(html.replace('</head>', `${links}</head>`))
  return {
    tag: createHash('sha256').update(body).digest('base64url').slice(0, 22),
    scriptHash: hashScript(html),
    bodies: { br: brotliCompressSync(body), gzip: gzipSync(body), identity: body },
  }
}

function hashScript(html: string): string | undefined {
  const script = /<script>([^]*?)<\/script>/.exec(html)?.[1]
  return script && createHash('sha256').update(script).digest('base64')
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { code }: SpokenLanguage,
  { tag, scriptHash, bodies }: Document,
): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  const ownTag = `"${tag}-${encoding}"`
  reply.headers({
    'cache-control': 'no-cache',
    'content-language': code,
    vary: 'accept-encoding, accept-language, cookie',
    etag: ownTag,
  })
  if (scriptHash) allowScript(reply, scriptHash)
  if (reply.statusCode === 200 && namesTag(request.headers['if-none-match'], ownTag)) return reply.status(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type('text/html; charset=utf-8').send(bodies[encoding])
}

function allowScript(reply: FastifyReply, hash: string): void {
  const policy = String(reply.getHeader('content-security-policy'))
  reply.header('content-security-policy', policy.replace("script-src 'self'", `$& 'sha256-${hash}'`))
}

/** Compares weakly, as it is done for a page that may be kept: what a proxy has changed is still the same page. */
function namesTag(header: string | undefined, tag: string): boolean {
  return header?.split(',').some((one) => [tag, '*'].includes(one.trim().replace(/^W\//, ''))) ?? false
}

/** The smallest form that the browser reads. `x;q=0` says that it does not. */
function chooseEncoding(header: string | undefined): Encoding {
  const accepted = (header ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((piece) => piece.trim()))
    .filter(([, quality = '']) => !/^q=0(?:\.0*)?$/.test(quality))
    .map(([name]) => name)
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding)) ?? 'identity'
}
