import type { FastifyRequest } from 'fastify'
import { readLanguageCookie, type Language } from '../../../contract/languages.ts'

type Known = readonly [Language, ...Language[]]

/** Returns the language of a page: the one that the visitor chose, or else the browser's first known one. */
export function chooseLanguage<K extends Known>(request: FastifyRequest, known: K): K[number] {
  const chosen = readLanguageCookie(request.cookies)
  return (
    known.find(({ code }) => code === chosen) ?? firstAccepted(request.headers['accept-language'], known) ?? known[0]
  )
}

/** Of languages with equal quality, returns the one named first. Regions are ignored: de-AT counts as de. */
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
