import { TimeText } from '../../ui/time-text.tsx'

/** What an administrator wrote about a request, in their own words. */
export function AdminNote({ note, at }: { note: string; at: string | null }) {
  return (
    <figure className="border-s-3 border-brass ps-4">
      <blockquote className="whitespace-pre-line">{note}</blockquote>
      <figcaption className="mt-1 text-sm text-ink-3">
        Note from an administrator
        {at && (
          <>
            , <TimeText value={at} />
          </>
        )}
      </figcaption>
    </figure>
  )
}
