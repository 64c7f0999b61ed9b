import type { AdminSettings } from '../../../../contract/admin-settings.ts'
import { t } from '../../../../contract/translate.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { SectionCard } from './section-card.tsx'
import { useSection } from './use-section.ts'

const names = ['unique_amounts'] as const

/** Switches the last digits that tell the payments of members apart. */
export function UniqueAmountsSection({ settings }: { settings: AdminSettings }) {
  const section = useSection(settings, names)
  const { form, typed, save } = section
  return (
    <>
      <SectionCard
        section={section}
        title={t('Payments that can be told apart')}
        lead={t(
          'Each new purchase costs up to 0.0099 USDT more than its price, so that no two open purchases cost the same. The amount of a payment then says whose it is. Members see the whole amount before they pay. Purchases that are open keep their amounts.',
        )}
        saveLabel={t('Save amounts')}
      >
        <Checkbox
          disabled={save.isPending}
          checked={typed.unique_amounts === 'on'}
          onChange={({ target }) =>
            form.setValue('unique_amounts', target.checked ? 'on' : 'off', { shouldDirty: true })
          }
        >
          {t('Give each purchase an amount of its own')}
        </Checkbox>
      </SectionCard>
      <ChangeDialog
        section={section}
        title={t('Change the amounts of purchases?')}
        effect={t('It counts from the next purchase on. You are asked to confirm that it is you.')}
      />
    </>
  )
}
