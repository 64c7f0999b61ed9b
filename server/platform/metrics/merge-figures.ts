/** Figures of a process in the form that Prometheus reads. */
export interface Figures {
  /** The number of the worker, which becomes a label. The first process has none. */
  number?: number
  text: string
}

/** Joins the figures of several processes into one answer, in which the lines of each name stand together. */
export function mergeFigures(all: readonly Figures[]): string {
  const heads = new Map<string, string[]>()
  const samples = new Map<string, string[]>()
  for (const { number, text } of all) {
    let name = ''
    for (const line of text.split('\n')) {
      const head = /^# (?:HELP|TYPE|UNIT) (\S+)/.exec(line)
      if (head?.[1] !== undefined) {
        // The first lines of a name are those of its description, and each process has the same.
        if (head[1] !== name && !heads.has(head[1])) heads.set(head[1], [])
        name = head[1]
        const known = heads.get(name)
        if (known && !known.includes(line) && !samples.has(name)) known.push(line)
      } else if (line !== '' && !line.startsWith('#')) {
        const own = samples.get(name) ?? []
        own.push(number === undefined ? line : withLabel(line, `worker="${number}"`))
        samples.set(name, own)
      }
    }
  }
  return [...heads].map(([name, lines]) => [...lines, ...(samples.get(name) ?? [])].join('\n') + '\n').join('')
}

function withLabel(line: string, label: string): string {
  return line.replace(/^([\w:]+)(\{)?/, (_, name: string, brace?: string) =>
    brace === undefined ? `${name}{${label}}` : `${name}{${label},`,
  )
}
