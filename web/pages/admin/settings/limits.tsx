import type { AdminSettings } from '../../../../contract/admin-settings.ts'
import { t } from '../../../../contract/translate.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { NumberField } from './number-field.tsx'
import { SectionCard } from './section-card.tsx'
import { useSection } from './use-section.ts'
import { Notice } from '../../../ui/notice.tsx'

/** The worth above which a decision needs a confirmation, the most that a request may be worth, and how long coins wait. */
export function LimitsSection({ settings }: { settings: AdminSettings }) {
  const section = useSection(settings, ['step_up_usd', 'request_limit_usd', 'hold_hours', 'maturity_days'])
  const isFixed = settings.is_step_up_usd_fixed
  return (
    <>
      <SectionCard
        section={section}
        title={t('Limits')}
        lead={t('Another amount counts from the next decision or request on.')}
        saveLabel={t('Save limits')}
      >
        {isFixed && (
          <Notice>{t('The configuration of the server sets this (STEP_UP_USD), so it cannot be changed here.')}</Notice>
        )}
        <NumberField
          section={section}
          name="step_up_usd"
          unit="USD"
          hint={t(
            'Decisions and adjustments that are worth more ask the administrator for the password or a code again.',
          )}
          isFixed={isFixed}
        />
        <NumberField
          section={section}
          name="request_limit_usd"
          unit="USD"
          hint={t('A purchase, a withdrawal or a transfer that is worth more is refused.')}
        />
        <NumberField
          section={section}
          name="hold_hours"
          unit={t('hours')}
          hint={t(
            'After a change of password, second factor, email or wallet address, and after a login on a new device, no withdrawal or transfer of the member can be approved for so long. 0 switches this off.',
          )}
        />
        <NumberField
          section={section}
          name="maturity_days"
          unit={t('days')}
          hint={t(
            'For so long after a purchase was approved, its bonus and the reward for it can be neither withdrawn nor sent. Coins credited before a change keep their date. 0 switches this off.',
          )}
        />
      </SectionCard>
      <ChangeDialog
        section={section}
        title={t('Change the limits?')}
        effect={t('They count from the next decision or request on. You are asked to confirm that it is you.')}
      />
    </>
  )
}
