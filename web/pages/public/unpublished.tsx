import { useMatches } from '@tanstack/react-router'
import { PageTitle } from '../../ui/page-title.tsx'

/** Stands where a legal text will be. */
export function UnpublishedPage() {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  return (
    <div className="mx-auto grid max-w-content gap-4 px-4 py-10 lg:px-8">
      <PageTitle>{title}</PageTitle>
      <p className="max-w-reading text-ink-2">
        This text has not been published yet. Until it is, nothing on this page is agreed to by using the site.
      </p>
    </div>
  )
}
