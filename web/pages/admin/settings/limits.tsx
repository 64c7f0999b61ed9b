import type { AdminSettings } from '../../../../contract/admin-settings.ts'
import { t } from '../../../../contract/translate.ts'
import { Notice } from '../../../ui/notice.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { NumberField } from './number-field.tsx'
import { SectionCard } from './section-card.tsx'
import { useSection } from './use-section.ts'

const limits = [
  {
    name: 'step_up_usd',
    unit: 'USD',
    hint: t(
      'Decisions and adjustments that are worth more ask the administrator for the password or a code again, alone or with all that the administrator decided alone in 24 hours.',
    ),
  },
  {
    name: 'request_limit_usd',
    unit: 'USD',
    hint: t('A purchase, a withdrawal or a transfer that is worth more is refused.'),
  },
  {
    name: 'hold_hours',
    unit: t('hours'),
    hint: t(
      'After a change of password, second factor, email or wallet address, and after a login on a new device, no withdrawal or transfer of the member can be approved for so long. 0 switches this off.',
    ),
  },
  {
    name: 'maturity_days',
    unit: t('days'),
    hint: t(
      'For so long after a purchase was approved, its bonus and the reward for it can be neither withdrawn nor sent. Coins credited before a change keep their date. 0 switches this off.',
    ),
  },
  {
    name: 'package_gain_max',
    unit: t('times'),
    hint: t(
      'A package that gives the buyer and the referrer more than this, in coins at the rate, waits for a second owner.',
    ),
  },
] as const
const names = limits.map(({ name }) => name)

/** The limits of decisions, requests and packages, and how long coins wait. */
export function LimitsSection({ settings }: { settings: AdminSettings }) {
  const section = useSection(settings, names)
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
        {limits.map((limit) => (
          <NumberField
            key={limit.name}
            section={section}
            {...limit}
            isFixed={limit.name === 'step_up_usd' && isFixed}
          />
        ))}
      </SectionCard>
      <ChangeDialog
        section={section}
        title={t('Change the limits?')}
        effect={t('They count from the next decision or request on. You are asked to confirm that it is you.')}
      />
    </>
  )
}
