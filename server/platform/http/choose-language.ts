import type { FastifyRequest } from 'fastify'
import { languageCookieName, type Language } from '../../../contract/languages.ts'

type Known = readonly [Language, ...Language[]]

/** The language of a page: the one that was chosen in it, else the first of the browser's that is known. */
export function chooseLanguage<K extends Known>(request: FastifyRequest, known: K): K[number] {
  const chosen = request.cookies[languageCookieName]
  return (
    known.find(({ code }) => code === chosen) ?? firstAccepted(request.headers['accept-language'], known) ?? known[0]
  )
}

/** Among languages that are liked the same, the one that is named first. A region is no other language: de-AT is de. */
function firstAccepted<K extends Known>(header: string | undefined, known: K): K[number] | undefined {
  return (header ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => {
      const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim())
      const quality = parameters.find((parameter) => parameter.startsWith('q='))
      return { primary: range.split('-', 1)[0], quality: quality ? Number(quality.slice(2)) : 1 }
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
    .map(({ primary }) => known.find(({ code }) => code === primary))
    .find((language) => language !== undefined)
}
