/** The values of each label of each figure. */
export type Series = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>

export interface Expression {
  name: string
  expr: string
  /** The labels of the result that a text beside it shows. */
  shown: readonly string[]
}

/** The labels that Prometheus gives to what it reads from a target of the job. */
const ofTarget = { job: 'et', instance: '127.0.0.1:9464' }

/**
 * Reads figures in the form of Prometheus as it stores them: a label of a target stays, and the same one of a figure becomes
 * `exported_…`. The figure `up` is its own.
 */
export function readSeries(text: string): Series {
  const series = new Map([['up', labelsOfTarget()]])
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+/gm)) {
    const known = series.get(name) ?? labelsOfTarget()
    series.set(name, known)
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)) {
      const stored = label in ofTarget ? `exported_${label}` : label
      known.set(stored, (known.get(stored) ?? new Set()).add(value))
    }
  }
  return series
}

function labelsOfTarget(): Map<string, Set<string>> {
  return new Map(Object.entries(ofTarget).map(([label, value]) => [label, new Set([value])]))
}

/** Lists what an expression names that is not there: figures, labels, values of labels, and labels that its result does not have. */
export function findFaults({ name, expr, shown }: Expression, series: Series): string[] {
  const faults: string[] = []
  const labels = new Set<string>()
  for (const [, figure = '', selector = ''] of expr.matchAll(/\b(et_\w+|up\b)(?:\{([^}]*)\})?/g)) {
    const known = series.get(figure)
    if (!known) {
      faults.push(`${figure} is no figure`)
      continue
    }
    for (const label of known.keys()) labels.add(label)
    for (const [, label = '', sign, value = ''] of selector.matchAll(/(\w+)\s*(=~|!=|!~|=)\s*"([^"]*)"/g)) {
      const values = known.get(label)
      if (!values) faults.push(`${figure} has no label ${label}`)
      else if (sign === '=' && !values.has(value)) faults.push(`no ${label} of ${figure} is ${value}`)
    }
  }
  const kept = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/\s*,\s*/))
  for (const label of kept) if (!labels.has(label)) faults.push(`there is no label ${label} to add up by`)
  const ofResult = /\bsum\b/.test(expr) ? new Set(kept) : labels
  for (const label of shown) if (!ofResult.has(label)) faults.push(`the result has no label ${label}`)
  return faults.map((fault) => `${name}: ${fault}`)
}
