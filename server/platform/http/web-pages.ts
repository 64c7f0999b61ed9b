import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { languages } from '../../../contract/languages.ts'
import { findPage } from '../../../contract/pages.ts'
import { chooseLanguage } from './choose-language.ts'
import { writePageHead, type PageName, type ServedLanguage } from './page-head.ts'
import { readSessionCookie, sessionCookieName } from './session-cookie.ts'

/** Sends the HTML of the page at a path. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply, path: string) => FastifyReply

interface Site {
  webDir: string
  publicUrl: string
  /** Artificial languages, which show if every text can be translated. */
  furtherLanguages?: ServedLanguage[]
}

/**
 * Returns the function that sends pages, or undefined without a built web app. Pages differ only in their heads: each
 * has its title in the reader's language, and loads its files at once. A page is built and compressed at its first
 * request, and again after a new build of the web app.
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
    // While a new build replaces the old one, the file is missing for a moment.
    if (time !== undefined && time !== builtAt) {
      documents = readDocuments(site)
      builtAt = time
    }
    const language = chooseLanguage(request, documents.languages)
    const page = findPage(path) ?? '$'
    // A browser without the cookie belongs to a visitor. With a cookie it gets the app, which finds out if the session
    // still exists.
    const isVisitor = readSessionCookie(request, sessionCookie) === undefined
    return send(request, reply, language, documents.find(page === '/' && isVisitor ? 'landing' : page, language))
  }
}

interface Documents {
  languages: readonly [ServedLanguage, ...ServedLanguage[]]
  find(page: PageName, language: ServedLanguage): Document
}

function readDocuments({ webDir, publicUrl, furtherLanguages = [] }: Site): Documents {
  const html = readFileSync(join(webDir, 'index.html'), 'utf8')
  const files = readJson<Record<string, string[]>>(join(webDir, '.pages.json')) ?? {}
  const translations = readJson<ServedLanguage[]>(join(webDir, '.languages.json')) ?? []
  const landing = readText(join(webDir, 'landing.html'))
  const prerendered = readJson<Record<string, PrerenderedPages>>(join(webDir, '.prerendered.json')) ?? {}
  const hasPicture = existsSync(join(webDir, 'og.png'))
  const documents = new Map<string, Document>()
  return {
    languages: [{ ...languages[0], texts: {} }, ...translations, ...furtherLanguages],
    find(page, language) {
      const key = `${language.code} ${page}`
      const known = documents.get(key)
      if (known) return known
      const shown = prerendered[language.code]
      const isHome = page === 'landing' && landing !== undefined && shown !== undefined
      const name = page === 'landing' && !isHome ? '/' : page
      const head = writePageHead(isHome ? landing : html, { page: name, language, publicUrl, hasPicture })
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

/** The HTML that the build of the web app has rendered in one language. */
interface PrerenderedPages {
  /** The home page of a visitor. */
  home: string
  /** A hidden notice above the home page, for the case that its scripts do not arrive. */
  homeStuck: string
  /** The content of any other page until the app replaces it. */
  start: string
  /** The bars and heading of each page, shown once it is known that the reader belongs to its audience. */
  frames: Record<string, { audience: string; html: string } | undefined>
}

/** Wraps a frame in a template. The script of the page's head shows it (web/app/head.js). */
function toTemplate(frame: PrerenderedPages['frames'][string]): string {
  return frame ? `<template id="frame" data-audience="${frame.audience}">${frame.html}</template>` : ''
}

type Encoding = 'br' | 'gzip' | 'identity'

interface Document {
  tag: string
  /** The hash of the script inside the page, which allows it to run. */
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
  { code }: ServedLanguage,
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

/** Compares weakly, as the standard demands for caching. A page that a proxy has compressed is still the same page. */
function namesTag(header: string | undefined, tag: string): boolean {
  return header?.split(',').some((one) => [tag, '*'].includes(one.trim().replace(/^W\//, ''))) ?? false
}

/** Returns the smallest encoding that the browser accepts. `x;q=0` means that it does not accept x. */
function chooseEncoding(header: string | undefined): Encoding {
  const accepted = (header ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((piece) => piece.trim()))
    .filter(([, quality = '']) => !/^q=0(?:\.0*)?$/.test(quality))
    .map(([name]) => name)
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding)) ?? 'identity'
}
