import { ShieldX } from 'lucide-react'
import { dutyNames, nameDuties } from '../../../contract/duty-names.ts'
import type { Duty } from '../../../contract/roles.ts'
import { t } from '../../../contract/translate.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageTitle } from '../../ui/page-title.tsx'

interface OtherDutyProps {
  /** The title of the page that stands behind the address. */
  title: string
  own: Duty
  needed: readonly Duty[]
}

/** Stands in the place of a page that the duty of this administrator does not cover. */
export function OtherDuty({ title, own, needed }: OtherDutyProps) {
  return (
    <div className="grid gap-4">
      <PageTitle>{title}</PageTitle>
      <EmptyState
        icon={ShieldX}
        title={t('This page is not part of your duty.')}
        className="rounded-3 border border-line bg-surface"
        action={
          <Button asChild variant="ghost">
            <AppLink href="/admin">{t('Back to the dashboard')}</AppLink>
          </Button>
        }
      >
        {t('Your duty is: {duty}. The page is for: {duties}. An owner can change your duty.', {
          duty: dutyNames[own],
          duties: nameDuties(needed.join(', ')),
        })}
      </EmptyState>
    </div>
  )
}
