import type { AdminSettings } from '../../../contract/admin-settings.ts'
import { t } from '../../../contract/translate.ts'
import { ChangeDialog } from '../../features/settings/change-dialog.tsx'
import { NumberField } from '../../features/settings/number-field.tsx'
import { SectionCard } from '../../features/settings/section-card.tsx'
import { useSection } from '../../features/settings/use-section.ts'
import { Notice } from '../../ui/notice.tsx'

/** From which worth on a session alone is not enough to decide. */
export function LimitsSection({ settings }: { settings: AdminSettings }) {
  const section = useSection(settings, ['step_up_usd'])
  const isFixed = settings.is_step_up_usd_fixed
  return (
    <>
      <SectionCard
        section={section}
        title={t('Limits')}
        lead={t(
          'Decisions and adjustments that are worth more ask the administrator for the password or a code again. Another amount counts from the next decision on.',
        )}
        saveLabel={t('Save limits')}
      >
        {isFixed && (
          <Notice>{t('The configuration of the server sets this (STEP_UP_USD), so it cannot be changed here.')}</Notice>
        )}
        <NumberField section={section} name="step_up_usd" unit="USD" isFixed={isFixed} />
      </SectionCard>
      <ChangeDialog
        section={section}
        title={t('Change the limit?')}
        effect={t('It counts from the next decision on. You are asked to confirm that it is you.')}
      />
    </>
  )
}
