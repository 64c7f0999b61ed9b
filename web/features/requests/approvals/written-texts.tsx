import type { Request } from '../../../../contract/requests.ts'
import { kindDisplayOf } from '../kinds/kinds.ts'

/** The texts that the member wrote with the request, to compare with the evidence. */
export function WrittenTexts({ request }: { request: Request }) {
  const given = kindDisplayOf(request)
    .writtenTexts(request)
    .filter(({ text }) => text !== null)
  if (given.length === 0) return null
  return (
    <dl className="grid gap-2 text-sm">
      {given.map(({ name, text }) => (
        <div key={name}>
          <dt className="text-ink-2">{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
