import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const sources = globSync(['web/**/*.{ts,tsx,css}', 'web/index.html']).filter((file) => !/\.test\.tsx?$/.test(file))
const styles = sources.filter((file) => file.endsWith('.css'))
const components = sources.filter((file) => file.endsWith('.tsx') || file.endsWith('.ts'))

describe('colours', () => {
  const withOwnColours = [
    'web/styles/tokens.css',
    // This page works without a server, so it contains the few tokens that it uses.
    'web/offline/offline.css',
    // The browser reads these colours before any stylesheet.
    'web/index.html',
    // Scanners need black on white in both themes.
    'web/ui/qr-modules.tsx',
    // Pictures that look the same in both themes: the mark, the tab's icon, and the initials of people.
    'web/ui/brand-mark.tsx',
    'web/lib/favicon.ts',
    'web/ui/avatar-display.ts',
  ]

  test('are defined in tokens.css alone', () => {
    const literal = /#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b(?![\w-])|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(/i
    // The opaque part of a mask is no colour.
    const mask = '#000 '
    const written = findLines(sources, (line) => literal.test(line.replaceAll(mask, '')))
    expect(written.filter(({ file }) => !withOwnColours.includes(file))).toEqual([])
  })

  test('have the names of this design, not those of Tailwind, CSS or the system', () => {
    const palette =
      /\b(?:bg|text|border|ring|fill|stroke|outline|shadow|from|via|to|accent|caret|decoration|divide)-(?:slate|gray|zinc|neutral|stone|red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|fuchsia|pink|rose|black)(?:-\d+)?\b/
    const named =
      /(?:color|background|fill|stroke|border)[\w-]*[=:]\s*['"]?(?:red|green|blue|black|white|gr[ae]y|orange)\b/i
    expect(findLines([...styles, ...components], (line) => palette.test(line) || named.test(line))).toEqual([])
  })

  test('are complete in each theme, and the system draws its own parts in the same theme', () => {
    const tokens = readFileSync('web/styles/tokens.css', 'utf8')
    const [light = '', dark = ''] = tokens.split("[data-theme='dark'] {")
    const names = (css: string) => [...css.matchAll(/^ {2}--([\w-]+):/gm)].map(([, name]) => name)
    expect(names(dark.slice(0, dark.indexOf('\n}')))).toEqual(names(light))
    expect(light).toContain('color-scheme: light;')
    expect(dark).toContain('color-scheme: dark;')
  })

  test('of the browser’s frame are those of the top bar in both themes', () => {
    const tokens = readFileSync('web/styles/tokens.css', 'utf8')
    const [light = '', dark = ''] = [...tokens.matchAll(/--surface: (#[\da-f]{6});/g)].map(([, colour]) => colour)
    for (const file of ['web/index.html', 'web/app/head.js']) {
      expect([file, readFileSync(file, 'utf8').includes(light)]).toEqual([file, true])
      expect([file, readFileSync(file, 'utf8').includes(dark)]).toEqual([file, true])
    }
  })
})

describe('directions', () => {
  // Time runs to the right in every script, and so do the charts. A centred element has no side.
  const withTime = ['web/pages/member/overview/balance-chart.tsx', 'web/ui/chart-plot.tsx']
  const middle = 'absolute top-1/2 left-1/2'

  test('are start and end, so that the pages work from right to left', () => {
    const sides =
      /(?<![\w-])-?(?:(?:(?:scroll-)?[mp][lr]|left|right|inset-[lr])-[\w[(]|(?:border-[lr]|rounded-(?:[lr]|[tb][lr])|(?:float|clear|text)-(?:left|right))(?![\w]))/
    const properties =
      /(?<![\w-])(?:margin|padding|border|scroll-margin|scroll-padding)-?(?:left|right|Left|Right)\b|(?<![\w.-])(?:left|right):|(?:text-align|float|clear): (?:left|right)/
    const isPhysical = (line: string, file: string) =>
      file.endsWith('.css') || line.includes('style=')
        ? properties.test(line)
        : sides.test(quoted(line).replace(middle, ''))
    const physical = findLines([...styles, ...components], isPhysical)
    expect(physical.filter(({ file }) => !withTime.includes(file))).toEqual([])
  })

  test('of icons that point along a line follow the writing direction', () => {
    const base = readFileSync('web/styles/base.css', 'utf8')
    const turned = base.slice(base.indexOf("[dir='rtl']"), base.indexOf('scale: -1 1'))
    const pointing =
      /^(?:Arrow|Chevron|Chevrons|Move|Corner\w*|SquareArrow|Panel)?(?:Left|Right)$|^(?:Send\w*|LogOut|LogIn|Reply|Forward|ExternalLink|Undo\w*|Redo\w*)$/
    const used = components
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/import \{([^}]+)\} from 'lucide-react'/g)])
      .flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))
      .filter((name) => pointing.test(name))
      .map((name) => `.lucide-${name.replaceAll(/(?<=[a-z])(?=[A-Z\d])/g, '-').toLowerCase()}`)
    expect(used.length).toBeGreaterThan(5)
    expect([...new Set(used)].filter((name) => !new RegExp(`\\${name}[,\\s]`).test(turned))).toEqual([])
  })
})

test('figures keep digits of equal width', () => {
  expect(readFileSync('web/styles/base.css', 'utf8')).toMatch(
    /body \{[^}]*font-variant-numeric: tabular-nums lining-nums/,
  )
  const undone = /proportional-nums|oldstyle-nums|normal-nums|font-variant-numeric|font-feature-settings/
  const isTheRule = (line: string) => line.includes('font-variant-numeric: tabular-nums lining-nums')
  // This file only lists which classes replace each other.
  const users = sources.filter((file) => file !== 'web/ui/class-groups.ts')
  expect(findLines(users, (line) => undone.test(line) && !isTheRule(line))).toEqual([])
})

test('all durations are tokens, so that reduced motion stops them', () => {
  const own = /(?<![\w-])(?:duration|delay)-(?:\d|\[\d)|transition[^;]*\b\d+m?s\b/
  expect(findLines([...styles, ...components], (line) => own.test(line) && !line.includes('!important'))).toEqual([])
})

/** Returns the lines of these files that `isWrong` reports, without comments. */
function findLines(files: string[], isWrong: (line: string, file: string) => boolean) {
  return files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line, index) => ({ file, line: line.trim(), at: index + 1 }))
      .filter(({ line }) => isWrong(line, file) && !/^(?:\/\/|\/?\*)/.test(line)),
  )
}

/** Returns the quoted parts of a line, which hold the class names. */
function quoted(line: string): string {
  return [...line.matchAll(/'[^']*'|"[^"]*"|`[^`]*`/g)].join(' ')
}
