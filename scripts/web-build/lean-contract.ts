import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformWithOxc, type Plugin } from 'vite'
import { readStatements, type Node, type Statement } from './statements.ts'

/**
 * Reduces the contract to the parts that the browser reads. The browser trusts the answers of its own server, so an
 * operation's address and call are enough. The schemas would add their library to the first file of every page. Forms
 * that check with a schema keep it. A bundler cannot remove schemas by itself, because it does not know that making one
 * has no effect.
 */
export function leanContract(root: string): Plugin {
  const contractDir = join(root, 'contract')
  let modules = new Map<string, string>()
  return {
    name: 'lean-contract',
    apply: 'build',
    async buildStart() {
      const files = sourceFiles(contractDir)
      const codes = await Promise.all(files.map(async (file) => (await transformWithOxc(read(file), file)).code))
      const bodies = codes.map((code) => readStatements(code, (this.parse(code) as unknown as { body: Node[] }).body))
      const web = sourceFiles(join(root, 'web')).map(read)
      const lean = keepWhatIsRead(bodies, new Set(web.flatMap(namesOfContract)))
      // Modules that load later name none of the things that are read from them, so they stay complete.
      const later = new Set(web.flatMap(modulesLoadedLater).map((name) => join(contractDir, name)))
      modules = new Map(files.flatMap((file, index) => (later.has(file) ? [] : [[file, lean[index] ?? ''] as const])))
    },
    load(id) {
      const code = modules.get(id)
      return code === undefined ? undefined : { code, map: null, moduleSideEffects: false }
    },
  }
}

/**
 * Returns the code of the modules without unread statements. A statement is read if it declares one of `names`, or if a
 * kept statement reads it. An import goes with the last statement that reads it.
 */
export function keepWhatIsRead(modules: Statement[][], names: ReadonlySet<string>): string[] {
  const all = modules.flat()
  const moduleOf = new Map(modules.flatMap((module) => module.map((statement) => [statement, module] as const)))
  const declare = (name: string) => (statement: Statement) => !statement.isImport && statement.names.includes(name)
  const kept = new Set(all.filter(({ isImport, mayGo }) => !isImport && !mayGo))
  for (const name of names) for (const statement of all.filter(declare(name))) kept.add(statement)
  // The set grows during this loop, until it holds every statement that a kept statement reads.
  for (const statement of kept) {
    const own = moduleOf.get(statement) ?? []
    for (const name of statement.uses) {
      const found = own.filter(({ names: declared }) => declared.includes(name))
      for (const one of found) kept.add(one)
      if (found.some(({ isImport }) => isImport)) for (const one of all.filter(declare(name))) kept.add(one)
    }
  }
  return modules.map((module) =>
    module
      .filter((statement) => kept.has(statement))
      .map(({ code }) => code)
      .join('\n'),
  )
}

function sourceFiles(dir: string): string[] {
  return globSync('**/*.{ts,tsx}', { cwd: dir, exclude: ['**/*.test.ts', '**/*.test.tsx'] }).map((file) =>
    join(dir, file),
  )
}

function read(file: string): string {
  return readFileSync(file, 'utf8')
}

/** Returns the names that a web module imports from the contract, except types. */
export function namesOfContract(code: string): string[] {
  return [...code.matchAll(/import \{([^}]*)\} from '[./]+\/contract\/[a-z-]+\.ts'/g)].flatMap(([, names = '']) =>
    names
      .split(',')
      .map((name) => name.trim().split(' as ')[0] ?? '')
      .filter((name) => name !== '' && !name.startsWith('type ')),
  )
}

function modulesLoadedLater(code: string): string[] {
  return [...code.matchAll(/import\('[./]+\/contract\/([a-z-]+\.ts)'\)/g)].flatMap(([, file]) => file ?? [])
}
