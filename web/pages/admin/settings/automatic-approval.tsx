import type { AdminSettings } from '../../../../contract/admin-settings.ts'
import { t } from '../../../../contract/translate.ts'
import { StopAutomaticApproval } from '../../../features/automatic-approval/stop-automatic-approval.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { NumberField } from './number-field.tsx'
import { SectionCard } from './section-card.tsx'
import { useSection } from './use-section.ts'

const limits = [
  { name: 'automatic_approval_usd', unit: 'USD', hint: t('A purchase that is worth more waits for a person.') },
  {
    name: 'automatic_approval_day_usd',
    unit: 'USD',
    hint: t('Beyond this sum of 24 hours, purchases wait for a person.'),
  },
] as const
const names = ['automatic_approval', ...limits.map(({ name }) => name)] as const

/** Switches the approval of small purchases without a person, with its limits. */
export function AutomaticApprovalSection({ settings }: { settings: AdminSettings }) {
  const section = useSection(settings, names)
  const { form, typed, save } = section
  const isIdle = settings.automatic_approval === 'on' && settings.unique_amounts === 'off'
  return (
    <>
      <SectionCard
        section={section}
        title={t('Automatic approval')}
        lead={t(
          'The server approves small purchases by itself, if one final payment on the network has exactly the amount, which no other purchase has, and nothing else is in doubt. All others wait for a person. The site then no longer promises that a person checks each purchase.',
        )}
        saveLabel={t('Save automatic approval')}
      >
        <StopAutomaticApproval />
        {isIdle && (
          <Notice tone="warn">
            {t('Nothing is approved automatically while purchases have no amounts of their own.')}
          </Notice>
        )}
        <Checkbox
          disabled={save.isPending}
          checked={typed.automatic_approval === 'on'}
          onChange={({ target }) =>
            form.setValue('automatic_approval', target.checked ? 'on' : 'off', { shouldDirty: true })
          }
        >
          {t('Approve small purchases automatically')}
        </Checkbox>
        {limits.map((limit) => (
          <NumberField key={limit.name} section={section} {...limit} isFixed={false} />
        ))}
      </SectionCard>
      <ChangeDialog
        section={section}
        title={t('Change the automatic approval?')}
        effect={t('It counts at once. You are asked to confirm that it is you.')}
      />
    </>
  )
}
