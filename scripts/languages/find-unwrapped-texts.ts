import { lineOf, nameOfCallee, parse, readLiteral, walk, type TextLocation, type Node } from './find-texts.ts'

/** The attributes with texts that people read or hear. */
const spoken =
  /^(?:aria-(?:label|description|roledescription|valuetext|placeholder)|title|alt|placeholder|label|legend|hint|lead|note|heading|caption|description|question|effect|message|error|trail|unit|summary)$|(?:Label|Title|Text|Hint|Lead|Note|Description|Message|Heading)$/
/** Names and abbreviations that are the same in every language. */
const names = /\b(?:ET|USDT|USD|TRC20|TRON|BEP20|ERC20|QR|PNG|JPG|PDF|CSV|KB|MB|UTC|IP|Esc|Enter|Ctrl|Shift)\b/g
const sentence = /^\p{Lu}[\p{L}’']*,? .*\p{Ll}{2}/u

/** Returns the texts of a web source that people read and that exist in English alone. */
export function findUnwrappedTexts(file: string, source: string): TextLocation[] {
  const found = new Map<number, TextLocation>()
  const add = (node: Node, text: string) => {
    found.set(node.start, { file, line: lineOf(source, node.start), text: text.trim().replaceAll(/\s+/g, ' ') })
  }
  walk(parse(file, source), (node, around) => {
    const text = textOf(node)
    if (text === undefined || !hasWords(text)) return
    if (around.some(isCode)) return
    if (node.type === 'JSXText') return add(node, text)
    if (around.some(isNotRead) || isName(node, around)) return
    if (sentence.test(text.trim()) || isShown(node, around)) add(node, text)
  })
  return [...found.values()]
}

function textOf(node: Node): string | undefined {
  if (node.type === 'JSXText') return String(node['value'])
  if (node.type === 'Literal') return readLiteral(node)
  if (node.type !== 'TemplateLiteral') return undefined
  return (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join(' ')
}

function hasWords(text: string): boolean {
  return /\p{L}/u.test(text.replaceAll(/&\w+;/g, '').replaceAll(names, ''))
}

/** True if the text stands in an element or in a spoken attribute, also as one branch of a choice. */
function isShown(node: Node, around: Node[]): boolean {
  let inner = node
  for (const outer of around) {
    if (outer.type === 'JSXExpressionContainer') {
      inner = outer
      continue
    }
    if (outer.type === 'JSXElement' || outer.type === 'JSXFragment') return true
    if (outer.type === 'JSXAttribute') return spoken.test(nameOf(outer['name'] as Node))
    if (outer.type === 'Property') return outer['value'] === inner && spoken.test(nameOf(outer['key'] as Node))
    const isChoice =
      (outer.type === 'ConditionalExpression' && outer['test'] !== inner) ||
      (outer.type === 'LogicalExpression' && outer['right'] === inner) ||
      outer.type === 'TemplateLiteral' ||
      outer.type === 'TSAsExpression'
    if (!isChoice) return false
    inner = outer
  }
  return false
}

function nameOf(node: Node): string {
  return String(node['name'] ?? node['value'])
}

/** True for elements with text that people type or read letter by letter. */
function isCode(outer: Node): boolean {
  return outer.type === 'JSXElement' && /^(?:code|kbd)$/.test(nameOf((outer['openingElement'] as Node)['name'] as Node))
}

/** True if the text is translated already, or if only programs and programmers read it. */
function isNotRead(outer: Node): boolean {
  if (outer.type === 'CallExpression' || outer.type === 'NewExpression') {
    return /^(?:t|tc|tn|richText|Error|TypeError|RegExp|querySelector|querySelectorAll|warn|error|cva|cn)$/.test(
      nameOfCallee(outer['callee'] as Node) ?? '',
    )
  }
  if (outer.type === 'JSXAttribute')
    return /^(?:className|class|style|key|id|href|to|src|d|enterKeyHint)$/.test(nameOf(outer['name'] as Node))
  return (
    outer.type === 'ImportDeclaration' || outer.type.startsWith('TSLiteral') || outer.type === 'TSTypeAliasDeclaration'
  )
}

/** True if the program compares the text with another, or looks up a value by it. */
function isName(node: Node, [nearest]: Node[]): boolean {
  if (nearest?.type === 'BinaryExpression') return nearest['operator'] !== '+'
  if (nearest?.type === 'MemberExpression') return true
  if (nearest?.type !== 'Property') return false
  return nearest['key'] === node || nameOf(nearest['key'] as Node) === 'status'
}
