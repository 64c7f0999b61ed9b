import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Package, Plus, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { updatePackage } from '../../../../contract/endpoints/packages.ts'
import type { ManagedPackage } from '../../../../contract/packages.ts'
import { pageTitles } from '../../../../contract/pages.ts'
import { t } from '../../../../contract/translate.ts'
import { managedPackagesQuery } from '../../../features/packages/managed-packages-query.ts'
import { useMay } from '../../../lib/use-may.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { PackageCards, packageGridStyles, type PackageCardsProps } from './cards.tsx'
import { DeleteDialog } from './delete.tsx'
import { PackageDialog } from './dialog.tsx'

/** The value in the address for a new package. */
const newPackage = 'new'

export const lead = t('Members and visitors see each change at once.')

export function ManagePackagesPage() {
  const list = useQuery(managedPackagesQuery)
  const packages = list.data?.items
  const mayChange = useMay()(updatePackage)
  const { edit } = useSearch({ from: '/admin/manage-packages' })
  const navigate = useNavigate()
  const open = (id: string | undefined) => void navigate({ to: '.', search: { edit: id }, resetScroll: false })
  const [deleting, setDeleting] = useState<ManagedPackage | null>(null)
  const remove = (item: ManagedPackage) => {
    setDeleting(item)
    // The dialog shows how many members and requests refer to the package, so it needs the current numbers.
    void list.refetch()
  }

  return (
    <div className="grid gap-4">
      <PageTitle
        lead={lead}
        aside={
          <div className="flex flex-wrap gap-3">
            <Button variant="ghost" busy={list.isFetching} onClick={() => void list.refetch()}>
              <RefreshCw aria-hidden="true" />
              {t('Refresh')}
            </Button>
            {mayChange && (
              <Button onClick={() => open(newPackage)}>
                <Plus aria-hidden="true" />
                {t('Add package')}
              </Button>
            )}
          </div>
        }
      >
        {pageTitles['/admin/manage-packages']}
      </PageTitle>
      <ReadProblem reads={[list]} />
      {list.isPending && <PackagesSkeleton />}
      {packages && (
        <Packages packages={packages} mayChange={mayChange} onEdit={({ id }) => open(id)} onDelete={remove} />
      )}
      {packages && edit !== undefined && mayChange && (
        <PackageDialog
          key={edit}
          packages={packages}
          editedId={edit === newPackage ? null : edit}
          onClosed={() => open(undefined)}
        />
      )}
      {deleting && (
        <DeleteDialog
          key={deleting.id}
          package={packages?.find(({ id }) => id === deleting.id) ?? deleting}
          onClosed={() => setDeleting(null)}
        />
      )}
    </div>
  )
}

function Packages(props: PackageCardsProps) {
  if (props.packages.length === 0) {
    return (
      <EmptyState icon={Package} title={t('No packages yet.')} className="rounded-3 border border-line bg-surface">
        {t('Without a package nobody can sign up or buy for the first time.')}
      </EmptyState>
    )
  }
  return (
    <section aria-label={t('Packages')}>
      <h2 className="sr-only">{t('Packages')}</h2>
      <PackageCards {...props} />
    </section>
  )
}

function PackagesSkeleton() {
  return (
    <div role="status" aria-label={t('Loading the packages')} className={packageGridStyles}>
      {[1, 2, 3, 4].map((rank) => (
        <Skeleton key={rank} className="h-[420px] rounded-3" />
      ))}
    </div>
  )
}
