import { formatDecimal, formatUsd, fromUnits, toUnits } from '../../../contract/money.ts'
import { settingFields, type AdminSettings } from '../../../contract/admin-settings.ts'

export type SettingName = Exclude<keyof typeof settingFields, 'simulated_movement'>
/** What stands in the fields of a section; the numbers are texts. */
export type SettingsForm = { [Name in SettingName]?: string | undefined }

export const settingLabels: Record<SettingName, string> = {
  et_rate: 'Rate',
  topup_coin_price: 'Top-up price',
  referral_percentage: 'Referral reward',
  step_up_usd: 'Confirm decisions above',
  deposit_network: 'Network',
  deposit_address: 'Address',
  deposit_instructions: 'Instructions',
}

/** The fields of one section as they are saved. */
export function toForm(settings: AdminSettings, names: readonly SettingName[]): SettingsForm {
  return Object.fromEntries(names.map((name) => [name, settings[name] ?? '']))
}

/** The settings that a form would change, with what they are now. */
export function changesOf(settings: AdminSettings, form: SettingsForm) {
  return (Object.keys(form) as SettingName[]).flatMap((name) => {
    const [before, after] = [settings[name] ?? '', parsed(name, form[name] ?? '')]
    return before === after ? [] : [{ name, before, after }]
  })
}

/** A value as people read it. */
export function settingText(name: SettingName, value: string): string {
  switch (name) {
    case 'et_rate':
    case 'topup_coin_price':
      return `$${formatDecimal(value, 2, 8)} per ET`
    case 'referral_percentage':
      return `${formatDecimal(value, 0, 4)} %`
    case 'step_up_usd':
      return formatUsd(value)
    case 'deposit_network':
      return value
    case 'deposit_address':
      return value || 'None'
    case 'deposit_instructions':
      return value || 'The usual ones'
  }
}

/** Trimmed as the server would, and a number in its shortest form, so that 0.010 is no change of 0.01. */
function parsed(name: SettingName, text: string): string {
  const result = settingFields[name].safeParse(text)
  if (!result.success) return text
  const value = result.data ?? ''
  return name.startsWith('deposit_') ? value : fromUnits(toUnits(value))
}
