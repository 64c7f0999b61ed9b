import type { AdminSettings } from '../../../../contract/admin-settings.ts'
import { defaultDepositInstructions } from '../../../../contract/texts.ts'
import { t, tc } from '../../../../contract/translate.ts'
import type { SettingsForm } from './settings-form.ts'

interface DepositPreviewProps {
  settings: AdminSettings
  typed: SettingsForm
}

/** The deposit instructions as members will read them, while they are typed. */
export function DepositPreview({ settings, typed }: DepositPreviewProps) {
  const { deposit_in_force: inForce, deposit_network: network } = settings
  const fallback = inForce.source === 'settings' ? t('None set here') : (inForce.address ?? tc('address', 'None'))
  const address = typed.deposit_address?.trim() || fallback
  const typedLines = (typed.deposit_instructions ?? '').split('\n').filter((line) => line.trim() !== '')
  const lines = (typedLines.length > 0 ? typedLines : defaultDepositInstructions(network)).map((line, place) => ({
    line,
    place,
  }))
  return (
    <section
      aria-labelledby="deposit-preview"
      className="grid content-start gap-3 self-start rounded-2 border border-line p-4 text-sm"
    >
      <h3 id="deposit-preview" className="font-semibold">
        {t('What members see')}
      </h3>
      <p>
        <span className="block text-ink-2">
          {t('{network} address', { network: typed.deposit_network?.trim() || '–' })}
        </span>
        <span className="mono wrap-anywhere">{address}</span>
      </p>
      <ol className="grid list-decimal gap-1 ps-5 wrap-anywhere">
        {lines.map(({ line, place }) => (
          <li key={place}>{line}</li>
        ))}
      </ol>
    </section>
  )
}
