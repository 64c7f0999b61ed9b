import { formatCoins, formatUsd, multiply, percentageOf } from '../../../contract/money.ts'
import type { AdminSettings } from '../../../contract/admin-settings.ts'
import { ChangeDialog } from '../../features/settings/change-dialog.tsx'
import { NumberField } from '../../features/settings/number-field.tsx'
import { SectionCard } from '../../features/settings/section-card.tsx'
import { readSetting } from '../../features/settings/settings-form.ts'
import { useSection, type Section } from '../../features/settings/use-section.ts'

/** What an amount costs that is no package, and what bringing in a friend earns. */
export function PricesSection({ settings }: { settings: AdminSettings }) {
  const section = useSection(settings, ['topup_coin_price', 'referral_percentage'])
  return (
    <>
      <SectionCard
        section={section}
        title="Prices and rewards"
        lead="Requests already made keep their price. The reward is worked out when a friend’s first package is approved, so another percentage also counts for purchases that wait now."
        saveLabel="Save prices"
        aside={<Examples section={section} />}
      >
        <NumberField
          section={section}
          name="topup_coin_price"
          unit="USD per ET"
          hint="Of any amount that is no package."
        />
        <NumberField
          section={section}
          name="referral_percentage"
          unit="%"
          hint="Of the coins of a friend’s first package, without bonus."
        />
      </SectionCard>
      <ChangeDialog
        section={section}
        title="Change prices and rewards?"
        effect="They count for requests and approvals from now on. You are asked to confirm that it is you."
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
          A top-up of {formatCoins(exampleCoins)} ET costs {formatUsd(multiply(exampleCoins, price.value, 2))}.
        </li>
      )}
      {percentage.value !== undefined && (
        <li>
          A friend’s first package of {formatCoins(exampleCoins)} ET earns{' '}
          {formatCoins(percentageOf(exampleCoins, percentage.value))} ET.
        </li>
      )}
    </ul>
  )
}
