import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parse } from 'yaml'
import { readDockerfile, type Instruction } from './dockerfile.ts'
import type { TestRelease } from './release.ts'

export interface Service {
  image: string
  environment: Record<string, string>
  entrypoint?: string[]
  env_file?: string
  volumes: string[]
  networks: string[]
  healthcheck?: { test: string[] }
  depends_on?: Record<string, { condition: string }>
}

/** deploy/compose.yaml. */
export interface Compose {
  services: Record<'database' | 'store' | 'app' | 'proxy', Service>
  networks: Record<string, { internal?: boolean; ipam?: { config: { subnet: string }[] } }>
  volumes: Record<string, null>
}

export const deployFolder = join(import.meta.dirname, '../../deploy')

/** Returns the text of a file of the folder deploy. */
export const readDeployed = (file: string) => readFileSync(join(deployFolder, file), 'utf8')

export const compose = parse(readDeployed('compose.yaml')) as Compose

/** The stages of deploy/Dockerfile. The last one is the image. */
export const stages = readDockerfile(readDeployed('Dockerfile'))

/** Returns the rest of the first instruction of the image with this name, or an empty text. */
export const findInstruction = (name: string) =>
  stages.at(-1)?.find((instruction) => instruction.name === name)?.rest ?? ''

/** The variables that the image sets. */
export const imageEnv = Object.fromEntries(
  findInstruction('ENV')
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
)

/**
 * Returns the environment of a service with the values of a file .env in it. `places` has an address of this machine for each address of
 * the networks of compose.
 */
export function fillIn(
  { environment }: Service,
  values: Record<string, string>,
  places: Record<string, string>,
): Record<string, string> {
  const filled = Object.entries(environment).map(([name, text]) => {
    let here = text.replaceAll(/\$\{(\w+):\?\}/g, (_, variable: string) => {
      const value = values[variable]
      if (value === undefined) throw new Error(`.env has no ${variable}`)
      return value
    })
    for (const [from, to] of Object.entries(places)) here = here.replace(from, to)
    return [name, here]
  })
  return Object.fromEntries(filled) as Record<string, string>
}

export interface Building {
  index: number
  place: string
  release: TestRelease
}

/** Carries out the steps of a stage in a folder instead of an empty system. This user stands for the users of the image. */
export function buildStage(stage: Instruction[], { index, place, release }: Building): void {
  const root = join(place, `stage-${index}`)
  mkdirSync(join(root, 'var/lib'), { recursive: true })
  let folder = root
  for (const { name, options, rest } of stage) {
    const text = rest.replaceAll('${RELEASE}', release.name)
    if (name === 'WORKDIR') mkdirSync((folder = root + text), { recursive: true })
    if (name === 'COPY') {
      const words = text.split(' ')
      const from = options['from'] === undefined ? release.folder : join(place, 'stage-0')
      for (const source of words.slice(0, -1)) copyInto(join(from, source), root + (words.at(-1) ?? ''))
    }
    if (name === 'RUN') {
      const here = text
        .replaceAll(/(?<=\s)\/(?=opt\/|var\/)/g, `${root}/`)
        .replaceAll('10001', String(process.getuid?.() ?? 0))
      execFileSync('sh', ['-c', here], { cwd: folder, stdio: 'pipe' })
    }
  }
}

function copyInto(source: string, target: string): void {
  const isFolder = target.endsWith('/')
  mkdirSync(isFolder ? target : dirname(target), { recursive: true })
  cpSync(source, isFolder ? join(target, basename(source)) : target, { recursive: true, verbatimSymlinks: true })
}

/** Reads the statements of a script for psql, with the variables that it takes from the environment. */
export function statementsOf(script: string, environment: Record<string, string>): string[] {
  const variables = new Map(
    [...script.matchAll(/^\\getenv (\w+) (\w+)$/gm)].map(([, name = '', from = '']) => [name, environment[from] ?? '']),
  )
  return script
    .replaceAll(/^(?:--|\\).*\n/gm, '')
    .replaceAll(/:'(\w+)'/g, (_, name: string) => `'${(variables.get(name) ?? '').replaceAll("'", "''")}'`)
    .split(/;\n/)
    .filter((statement) => statement.trim() !== '')
}
