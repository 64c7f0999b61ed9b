export interface Instruction {
  /** Such as COPY. */
  name: string
  /** Options such as --from=unpacked. */
  options: Record<string, string>
  /** The rest of the line. */
  rest: string
}

/** Reads a Dockerfile into its stages, each with its instructions. Comments and long lines of parts are understood. */
export function readDockerfile(text: string): Instruction[][] {
  const lines = text
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const stages: Instruction[][] = []
  for (const line of lines) {
    const [, name = '', given = '', rest = ''] = /^([A-Z]+)\s+((?:--\S+\s+)*)(.*)$/.exec(line) ?? []
    if (name === '') throw new Error(`No instruction: ${line}`)
    const options = Object.fromEntries(
      [...given.matchAll(/--(\S+?)=(\S+)/g)].map(([, key = '', value = '']) => [key, value]),
    )
    if (name === 'FROM') stages.push([])
    stages.at(-1)?.push({ name, options, rest })
  }
  return stages
}

/** Reads the value of an instruction that may be given as a list, such as CMD ["start"]. */
export function readList(rest: string): string[] {
  return JSON.parse(rest.replace(/^CMD /, '')) as string[]
}
