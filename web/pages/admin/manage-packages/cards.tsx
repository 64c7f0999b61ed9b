import { EyeOff, Pencil, Trash2 } from 'lucide-react'
import type { ManagedPackage } from '../../../../contract/packages.ts'
import { t } from '../../../../contract/translate.ts'
import { PackageCard } from '../../../features/packages/package-card.tsx'
import { notOfferedText, referencesText } from './package-texts.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'

export const packageGridStyles = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-4'

export interface PackageCardsProps {
  /** The packages, cheapest first. */
  packages: readonly ManagedPackage[]
  /** False for those who only read them. */
  mayChange: boolean
  onEdit: (item: ManagedPackage) => void
  onDelete: (item: ManagedPackage) => void
}

/**
 * The cards that members see. Below each stands why it is not offered, and how many members and requests refer to it.
 */
export function PackageCards({ packages, mayChange, onEdit, onDelete }: PackageCardsProps) {
  return (
    <div className={packageGridStyles}>
      {packages.map((item, index) => (
        <PackageCard key={item.id} package={item} rank={index + 1}>
          <NotOffered package={item} />
          <p className="text-sm text-ink-2">{referencesText(item)}</p>
          {mayChange && (
            <div className="mt-3 flex flex-wrap gap-3 [&>*]:flex-auto">
              <Button
                variant="ghost"
                aria-label={t('Edit {name}', { name: item.package_name })}
                onClick={() => onEdit(item)}
              >
                <Pencil aria-hidden="true" />
                {t('Edit')}
              </Button>
              <Button
                variant="bad"
                aria-label={t('Delete {name}', { name: item.package_name })}
                onClick={() => onDelete(item)}
              >
                <Trash2 aria-hidden="true" />
                {t('Delete')}
              </Button>
            </div>
          )}
        </PackageCard>
      ))}
    </div>
  )
}

function NotOffered({ package: item }: { package: ManagedPackage }) {
  const reason = notOfferedText(item)
  if (reason === null) return null
  return (
    <p className="mb-3 grid justify-items-start gap-1 text-sm">
      <Badge tone="wait">
        <EyeOff aria-hidden="true" />
        {t('Not offered')}
      </Badge>
      {reason}
    </p>
  )
}
