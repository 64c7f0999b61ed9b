import { existsSync, readFileSync } from 'node:fs'
import { asvsLevel1, asvsLevel2, asvsLevel3Judged } from './asvs-numbers.ts'

/** The texts of the manual, by their paths in the repository. */
export type Manual = Record<string, string>

const entrance = 'docs/security.md'
const tables = ['web-and-input', 'accounts', 'keys-and-data', 'code-and-logs', 'beyond-level-2'].map(
  (name) => `docs/security/${name}.md`,
)
const states = ['kept', 'not needed', 'short'] as const
const levels = new Map(
  [asvsLevel1, asvsLevel2, asvsLevel3Judged].flatMap((numbers, at) => numbers.map((number) => [number, at + 1])),
)

interface Item {
  number: string
  level: string
  state: string
  how: string
  proof: string
}

export function readManual(): Manual {
  return Object.fromEntries([entrance, ...tables].map((path) => [path, readFileSync(path, 'utf8')]))
}

/** Returns the faults of the manual: items, states, citations, sums and gaps that are not as they should be. */
export function findManualFaults(manual: Manual): string[] {
  const items = tables.flatMap((path) => readItems(manual[path] ?? ''))
  const text = manual[entrance] ?? ''
  return [
    ...findItemFaults(items),
    ...items.flatMap(({ number, how, proof }) => findCitationFaults(number, `${how} ${proof}`)),
    ...findCitationFaults(entrance, text),
    ...findSumFaults(items, text),
    ...findGapFaults(items, text),
  ]
}

function readItems(text: string): Item[] {
  return [...text.matchAll(/^\| (\d+\.\d+\.\d+) \|(.*)\|$/gm)].map(([, number = '', rest = '']) => {
    const [level = '', state = '', how = '', proof = ''] = rest.split(' | ').map((cell) => cell.trim())
    return { number, level, state, how, proof }
  })
}

function findItemFaults(items: Item[]): string[] {
  const missing = [...levels.keys()].filter((number) => !items.some((item) => item.number === number))
  const wrong = items.flatMap(({ number, level, state, how, proof }, at) => [
    ...(levels.has(number) ? [] : [`${number} is no item of the levels`]),
    ...(items.findIndex((item) => item.number === number) === at ? [] : [`${number} stands twice`]),
    ...(String(levels.get(number)) === level ? [] : [`${number} is not of level ${level}`]),
    ...(states.some((known) => known === state) ? [] : [`${number} has the state "${state}"`]),
    ...(how === '' ? [`${number} says nothing`] : []),
    ...(state === 'kept' && proof === '–' ? [`${number} is kept, and nothing shows it`] : []),
  ])
  return [...missing.map((number) => `${number} is missing`), ...wrong]
}

const abuseRows = new Set(
  [...readFileSync('docs/abuse.md', 'utf8').matchAll(/^\| (A\d+) \|/gm)].map(([, row = '']) => row),
)

/** Finds rows of abuse.md, files and titles of tests that are cited and do not exist. */
function findCitationFaults(place: string, text: string): string[] {
  const rows = [...text.matchAll(/\bA\d+\b/g)].map(([row]) => row).filter((row) => !abuseRows.has(row))
  const files = [...text.matchAll(/`([\w.@/-]*[\w-]\.[a-z]{2,4}|\.oxlintrc\.json)`(?:: "([^"]+)")?/g)]
  return [
    ...rows.map((row) => `${place} cites ${row}, which is no row of abuse.md`),
    ...files.flatMap(([, path = '', title]) => {
      if (!existsSync(path)) return path.includes('/') ? [`${place} cites ${path}, which does not exist`] : []
      if (title === undefined || hasTitle(readFileSync(path, 'utf8'), title)) return []
      return [`${place} cites "${title}", which is no test of ${path}`]
    }),
  ]
}

/** True if a test has the title, which may end with numbers in brackets. */
function hasTitle(source: string, title: string): boolean {
  return [`'`, '`', '"'].some((quote) => [quote, ' ['].some((end) => source.includes(`${quote}${title}${end}`)))
}

function findSumFaults(items: Item[], text: string): string[] {
  const part = /<!-- summary -->\n(.*?)<!-- \/summary -->/s.exec(text)?.[1] ?? ''
  const lines = part.split('\n').filter((line) => /\d \|$/.test(line))
  const counted = lines.map((line) => {
    const chapter = /V(\d+) [A-Z]/.exec(line)?.[1]
    const isBeyond = line.includes('beyond level 2')
    const own = items.filter(
      ({ number, level }) =>
        (level === '3') === isBeyond && (chapter === undefined || number.startsWith(`${chapter}.`)),
    )
    const sums = states.map((state) => own.filter((item) => item.state === state).length)
    return line.endsWith(` | ${sums.join(' | ')} |`) ? [] : [`the summary should say ${sums.join(', ')}: ${line}`]
  })
  const chapters = new Set(items.filter(({ level }) => level !== '3').map(({ number }) => number.split('.', 1)[0]))
  const isComplete = lines.length === chapters.size + 2
  return [...(isComplete ? [] : ['the summary has not a line for each chapter']), ...counted.flat()]
}

/** Compares the gaps that the entrance lists with the items that are short. */
function findGapFaults(items: Item[], text: string): string[] {
  const part = /^## Known gaps\n(.*)/ms.exec(text)?.[1] ?? ''
  const listed = [...part.matchAll(/^\| ((?:\d+\.\d+\.\d+(?:, )?)+) \|/gm)].flatMap(([, cell = '']) => cell.split(', '))
  const short = items.filter(({ state }) => state === 'short').map(({ number }) => number)
  return [
    ...short.filter((number) => !listed.includes(number)).map((number) => `${number} is short, and no known gap`),
    ...listed.filter((number) => !short.includes(number)).map((number) => `${number} is a known gap, and not short`),
  ]
}
