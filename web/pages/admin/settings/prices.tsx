import { formatCoins, formatUsd, multiply, percentageOf } from '../../../../contract/money.ts'
import type { AdminSettings } from '../../../../contract/admin-settings.ts'
import { t } from '../../../../contract/translate.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { NumberField } from './number-field.tsx'
import { SectionCard } from './section-card.tsx'
import { readSetting } from './settings-form.ts'
import { useSection, type Section } from './use-section.ts'

/** The price of a top-up, and the reward for bringing in a friend. */
export function PricesSection({ settings }: { settings: AdminSettings }) {
  const section = useSection(settings, ['topup_coin_price', 'referral_percentage'])
  return (
    <>
      <SectionCard
        section={section}
        title={t('Prices and rewards')}
        lead={t(
          'Requests already made keep their price. The reward is worked out when a friend’s first package is approved, so another percentage also counts for purchases that wait now.',
        )}
        saveLabel={t('Save prices')}
        aside={<Examples section={section} />}
      >
        <NumberField
          section={section}
          name="topup_coin_price"
          unit={t('USD per ET')}
          hint={t('Of any amount that is no package.')}
        />
        <NumberField
          section={section}
          name="referral_percentage"
          unit="%"
          hint={t('Of the coins of a friend’s first package, without bonus.')}
        />
      </SectionCard>
      <ChangeDialog
        section={section}
        title={t('Change prices and rewards?')}
        effect={t('They count for requests and approvals from now on. You are asked to confirm that it is you.')}
      />
    </>
  )
}

const exampleCoins = '10000'

function Examples({ section: { typed } }: { section: Section }) {
  const price = readSetting('topup_coin_price', typed.topup_coin_price)
  const percentage = readSetting('referral_percentage', typed.referral_percentage)
  return (
    <ul className="grid list-disc content-start gap-1 self-start ps-5 text-sm text-ink-2">
      {price.value !== undefined && (
        <li>
          {t('A top-up of {coins} ET costs {price}.', {
            coins: formatCoins(exampleCoins),
            price: formatUsd(multiply(exampleCoins, price.value, 2)),
          })}
        </li>
      )}
      {percentage.value !== undefined && (
        <li>
          {t('A friend’s first package of {coins} ET earns {reward} ET.', {
            coins: formatCoins(exampleCoins),
            reward: formatCoins(percentageOf(exampleCoins, percentage.value)),
          })}
        </li>
      )}
    </ul>
  )
}
