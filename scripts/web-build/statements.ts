/** A node of a syntax tree in ESTree form. */
export interface Node {
  type: string
  start: number
  end: number
  [part: string]: unknown
}

/** A statement in a module of the contract. */
export interface Statement {
  code: string
  isImport: boolean
  /** True if the statement has no effect other than declaring its names. */
  mayGo: boolean
  /** The names that the statement declares or imports. */
  names: string[]
  /** The names that the statement reads. */
  uses: Set<string>
}

/** Returns the statements of a module. Operations are reduced to the parts that the browser reads. */
export function readStatements(code: string, body: Node[]): Statement[] {
  return body.flatMap((node) => (node.type === 'ImportDeclaration' ? toImports(code, node) : [toStatement(code, node)]))
}

function toStatement(code: string, node: Node): Statement {
  const declaration = (node['declaration'] as Node | null | undefined) ?? node
  const constants = (declaration['declarations'] as { id: Named; init?: Node }[] | undefined) ?? []
  const [constant] = constants
  const name = constant?.id.name ?? (declaration['id'] as Named | undefined)?.name
  const names = [name, ...constants.slice(1).map(({ id }) => id.name)].filter((one) => one !== undefined)
  const operation = constant?.init && toLeanOperation(code, constant.init)
  if (operation) {
    return {
      code: `export const ${name} = ${operation.code}`,
      isImport: false,
      mayGo: true,
      names,
      uses: operation.uses,
    }
  }
  const mayGo = name !== undefined && (declaration.type === 'FunctionDeclaration' || constant !== undefined)
  return { code: code.slice(node.start, node.end), isImport: false, mayGo, names, uses: namesIn(node) }
}

interface Named {
  name?: string
}

/** Returns one statement for each imported name, so that each can be removed alone. */
function toImports(code: string, node: Node): Statement[] {
  const { start, end } = node['source'] as Node
  return (node['specifiers'] as (Node & { local: Named })[]).map((specifier) => {
    const text = code.slice(specifier.start, specifier.end)
    const list = specifier.type === 'ImportSpecifier' ? `{ ${text} }` : text
    return {
      code: `import ${list} from ${code.slice(start, end)}`,
      isImport: true,
      mayGo: true,
      names: [specifier.local.name ?? ''],
      uses: new Set<string>(),
    }
  })
}

/** The parts of an operation that the browser keeps. */
export const keptParts = new Set(['id', 'method', 'path', 'access', 'isIdempotent', 'stepUp', 'upload'])

function toLeanOperation(code: string, call: Node): { code: string; uses: Set<string> } | undefined {
  if ((call['callee'] as Named | undefined)?.name !== 'defineOperation') return undefined
  const [operation] = call['arguments'] as Node[]
  const properties = (operation?.['properties'] ?? []) as Node[]
  const parts = properties.filter(({ key }) => keptParts.has((key as Named).name ?? ''))
  return {
    code: `{ ${parts.map(({ start, end }) => code.slice(start, end)).join(', ')} }`,
    uses: new Set(parts.flatMap((part) => [...namesIn(part)])),
  }
}

/** Returns every identifier except the names of properties. */
function namesIn(node: Node): Set<string> {
  if (node.type === 'Identifier') return new Set([node['name'] as string])
  return new Set(
    Object.entries(node)
      .filter(([part]) => node['computed'] === true || !['property', 'key'].includes(part))
      .flatMap(([, value]) => (Array.isArray(value) ? (value as unknown[]) : [value]))
      .filter((value): value is Node => typeof value === 'object' && value !== null && 'type' in value)
      .flatMap((child) => [...namesIn(child)]),
  )
}
