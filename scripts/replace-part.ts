/** Returns a document with another text between `<!-- name -->` and `<!-- /name -->`. Throws if it has no such part. */
export function replacePart(document: string, name: string, text: string): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const [before, after] = [document.split(begin)[0], document.split(end)[1]]
  if (before === undefined || after === undefined) throw new Error(`The document has no ${begin} and ${end}`)
  return `${before}${begin}\n${text}\n${end}${after}`
}
