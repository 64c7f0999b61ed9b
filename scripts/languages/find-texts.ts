import { parseSync } from 'vite'
import type { Plural } from '../../contract/translate.ts'

export interface FoundText {
  file: string
  line: number
  /** The key in the catalogues: the English sentence, after its context if it has one. */
  key: string
  english: string | Plural
}

export interface TextLocation {
  file: string
  line: number
  text: string
}

export interface FoundTexts {
  texts: FoundText[]
  /** Texts that are assembled while the program runs, so that no translation can exist. */
  unreadable: TextLocation[]
}

/** Any node of a syntax tree. */
export type Node = { type: string; start: number; end: number } & Record<string, unknown>

/** Returns the texts that a source passes to t, tc, tn and richText. */
export function findTexts(file: string, source: string): FoundTexts {
  const found: FoundTexts = { texts: [], unreadable: [] }
  walk(parse(file, source), (node) => {
    if (node.type !== 'CallExpression') return
    const name = nameOfCallee(node['callee'] as Node)
    const count = literalsOf.get(name ?? '')
    if (count === undefined) return
    const literals = (node['arguments'] as Node[]).slice(0, count).map(readLiteral)
    const place = { file, line: lineOf(source, node.start) }
    const [first, second = ''] = literals
    if (literals.length < count || literals.includes(undefined) || first === undefined) {
      found.unreadable.push({ ...place, text: source.slice(node.start, node.end) })
    } else if (name === 'tn') {
      found.texts.push({ ...place, key: second, english: { one: first, other: second } })
    } else if (name === 'tc') {
      found.texts.push({ ...place, key: `${first}|${second}`, english: second })
    } else {
      found.texts.push({ ...place, key: first, english: first })
    }
  })
  return found
}

/** The number of leading arguments that have to be literals. */
const literalsOf = new Map([
  ['t', 1],
  ['richText', 1],
  ['tc', 2],
  ['tn', 2],
])

export function nameOfCallee(callee: Node): string | undefined {
  if (callee.type === 'Identifier') return String(callee['name'])
  if (callee.type !== 'MemberExpression' || callee['computed']) return undefined
  return String((callee['property'] as Node)['name'])
}

/** Returns the text of a literal, or of several literals joined by plus signs. */
export function readLiteral(node: Node | undefined): string | undefined {
  if (node?.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined
  if (node?.type === 'TemplateLiteral') {
    const [only, ...more] = node['quasis'] as { value: { cooked: string } }[]
    return more.length === 0 ? only?.value.cooked : undefined
  }
  if (node?.type !== 'BinaryExpression' || node['operator'] !== '+') return undefined
  const [left, right] = [readLiteral(node['left'] as Node), readLiteral(node['right'] as Node)]
  return left === undefined || right === undefined ? undefined : left + right
}

export function parse(file: string, source: string): Node {
  const { program, errors } = parseSync(file, source, { lang: file.endsWith('x') ? 'tsx' : 'ts' })
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`)
  return program as unknown as Node
}

/** Visits each node with the nodes around it, the nearest first. */
export function walk(node: Node, visit: (node: Node, ancestors: Node[]) => void, ancestors: Node[] = []): void {
  visit(node, ancestors)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) walk(child, visit, [node, ...ancestors])
    }
  }
}

export function lineOf(source: string, offset: number): number {
  return source.slice(0, offset).split('\n').length
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
