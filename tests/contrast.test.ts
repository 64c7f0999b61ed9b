import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { avatarColours } from '../web/ui/avatar-display.ts'
import { contrastOf, colourDistance, type ColourVision } from './helpers/colour-maths.ts'

const tokens = readFileSync('web/styles/tokens.css', 'utf8')

const [lightTokens, darkTokens] = tokens.split("[data-theme='dark']")
const themes = { light: readColours(lightTokens), dark: readColours(darkTokens) }
const bands = readColours(tokens)

// Each line names a text or mark and the grounds that it may stand on.
const textPairs = {
  ink: ['canvas', 'surface', 'sunken', 'raised', 'brand-soft'],
  'ink-2': ['canvas', 'surface', 'sunken', 'raised', 'brand-soft'],
  'ink-3': ['canvas', 'surface', 'sunken', 'raised'],
  link: ['canvas', 'surface', 'sunken', 'raised'],
  'on-brand': ['brand', 'brand-hover'],
  'on-brand-soft': ['brand-soft'],
  'brass-ink': ['surface', 'brass-soft'],
  ok: ['canvas', 'surface', 'sunken', 'raised', 'ok-soft'],
  wait: ['canvas', 'surface', 'sunken', 'raised', 'wait-soft'],
  bad: ['canvas', 'surface', 'sunken', 'raised', 'bad-soft'],
  'on-bad-solid': ['bad-solid'],
  canvas: ['ink'],
}

const markPairs = {
  'line-strong': ['surface', 'canvas', 'raised'],
  focus: ['surface', 'canvas', 'sunken', 'raised', 'brand-soft'],
  brand: ['surface', 'canvas', 'sunken', 'brand-soft'],
  c1: ['surface'],
  c2: ['surface'],
  c3: ['surface'],
  c4: ['surface'],
  c5: ['surface'],
}

describe.each(Object.entries(themes))('%s theme', (_name, colours) => {
  test.each(pairsOf(textPairs))('%s is readable on %s', (text, ground) => {
    expect(contrastOf(pick(colours, text), pick(colours, ground))).toBeGreaterThanOrEqual(4.5)
  })

  test.each(pairsOf(markPairs))('%s is visible on %s', (mark, ground) => {
    expect(contrastOf(pick(colours, mark), pick(colours, ground))).toBeGreaterThanOrEqual(3)
  })

  test.each<ColourVision>(['normal', 'deutan', 'protan'])('the three status colours differ to %s sight', (sight) => {
    for (const [one, other] of [
      ['ok', 'wait'],
      ['ok', 'bad'],
      ['wait', 'bad'],
    ] as const) {
      expect(colourDistance(pick(colours, one), pick(colours, other), sight)).toBeGreaterThanOrEqual(0.075)
    }
  })
})

test.each([
  ['on-petrol', 'petrol', 4.5],
  ['on-petrol-2', 'petrol', 4.5],
  ['coin', 'petrol', 4.5],
  ['on-coin', 'coin', 4.5],
  ['on-coin', 'coin-hover', 4.5],
  ['petrol-line', 'petrol', 3],
])('%s is readable on %s in both themes', (mark, ground, least) => {
  expect(contrastOf(pick(bands, mark), pick(bands, ground))).toBeGreaterThanOrEqual(least)
})

test.each(avatarColours)('white initials are readable on %s', (colour) => {
  expect(contrastOf('#ffffff', colour)).toBeGreaterThanOrEqual(4.5)
})

function readColours(css: string | undefined): Map<string, string> {
  return new Map(
    [...(css ?? '').matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]),
  )
}

function pick(colours: Map<string, string>, name: string): string {
  const colour = colours.get(name)
  if (!colour) throw new Error(`No colour --${name}`)
  return colour
}

function pairsOf(table: Record<string, string[]>): [string, string][] {
  return Object.entries(table).flatMap(([mark, grounds]) => grounds.map((ground): [string, string] => [mark, ground]))
}
