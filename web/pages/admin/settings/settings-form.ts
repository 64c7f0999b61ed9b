import { formatDecimal, formatUsd, toShortest } from '../../../../contract/money.ts'
import { maxReferralPercentage, settingFields, type AdminSettings } from '../../../../contract/admin-settings.ts'
import { fieldTexts } from '../../../../contract/texts.ts'
import { t, tc, tn } from '../../../../contract/translate.ts'
import { readTypedNumber, toTypedNumber, typedNumberFault } from '../../../../contract/typed-number.ts'
import { percentText } from '../../../lib/percent-text.ts'

export type SettingName = Exclude<keyof typeof settingFields, 'simulated_movement'>
/** The values of the fields of a section. Numbers are texts, as people type them. */
export type SettingsForm = { [Name in SettingName]?: string | undefined }

export const settingLabels: Record<SettingName, string> = {
  et_rate: t('Rate'),
  topup_coin_price: t('Top-up price'),
  referral_percentage: t('Referral reward'),
  step_up_usd: t('Confirm decisions above'),
  request_limit_usd: t('Most that one request may be worth'),
  hold_hours: t('Hours of a hold'),
  maturity_days: t('Days until bonus coins mature'),
  package_gain_max: t('Packages may give so many times their cost'),
  unique_amounts: t('Amounts that differ'),
  automatic_approval: t('Automatic approval'),
  automatic_approval_usd: t('Most that one automatic approval may be worth'),
  automatic_approval_day_usd: t('Most that all of 24 hours may be worth'),
  deposit_network: t('Network'),
  deposit_address: t('Address'),
  deposit_instructions: t('Instructions'),
  operator_name: t('Name of the operator'),
  operator_address: t('Postal address'),
  operator_email: t('Email'),
}

/** The server checks typed values once no key has been pressed for this long. */
export const typingPauseMs = 300

/** Returns the fields of a section with the saved values. */
export function toForm(settings: AdminSettings, names: readonly SettingName[]): SettingsForm {
  return Object.fromEntries(names.map((name) => [name, toFieldText(name, settings[name] ?? '')]))
}

/** Returns the settings that a form would change, with their present and new values. */
export function changedSettings(settings: AdminSettings, form: SettingsForm) {
  return (Object.keys(form) as SettingName[]).flatMap((name) => {
    const [before, after] = [settings[name] ?? '', parsed(name, form[name] ?? '')]
    return before === after ? [] : [{ name, before, after }]
  })
}

/** Returns a value as people read it. */
export function settingText(name: SettingName, value: string): string {
  switch (name) {
    case 'et_rate':
    case 'topup_coin_price':
      return t('{rate} per ET', { rate: formatUsd(value, 2, 8) })
    case 'referral_percentage':
      return percentText(value)
    case 'step_up_usd':
    case 'request_limit_usd':
    case 'automatic_approval_usd':
    case 'automatic_approval_day_usd':
      return formatUsd(value)
    case 'hold_hours':
      return tn('{count} hour', '{count} hours', Number(value))
    case 'maturity_days':
      return tn('{count} day', '{count} days', Number(value))
    case 'package_gain_max':
      return t('{factor} times', { factor: formatDecimal(value, 0, 2) })
    case 'unique_amounts':
    case 'automatic_approval':
      return value === 'on' ? t('On') : t('Off')
    case 'deposit_network':
      return value
    case 'deposit_address':
      return value || tc('address', 'None')
    case 'deposit_instructions':
      return value || t('The usual ones')
    case 'operator_name':
    case 'operator_address':
    case 'operator_email':
      return value || t('As the configuration says')
  }
}

/** Reads a field as the value of its setting, or says what is wrong with it. */
export function readSetting(
  name: SettingName,
  text = '',
): { value: string; fault?: never } | { fault: string; value?: never } {
  const isNumber = !isText(name) && text.trim() !== ''
  const { data, error } = settingFields[name].safeParse(
    isNumber ? (readTypedNumber(text, rulesOf(name)) ?? noNumber) : text,
  )
  if (!error) return { value: data ?? '' }
  const unread = isNumber ? typedNumberFault(text, rulesOf(name)) : undefined
  return { fault: unread ?? error.issues[0]?.message ?? fieldTexts.numberNeeded }
}

const noNumber = '?'

function isText(name: SettingName): boolean {
  return /^(deposit|operator)_|^(unique_amounts|automatic_approval)$/.test(name)
}

/** Returns the value of a setting as the text of its field. */
export function toFieldText(name: SettingName, value: string): string {
  return isText(name) ? value : toTypedNumber(value, rulesOf(name))
}

/** Returns the rules by which the number of a setting is read. */
function rulesOf(name: SettingName): { max?: string } {
  return name === 'referral_percentage' ? { max: maxReferralPercentage } : {}
}

/** Trims a text as the server does, and shortens a number, so that 0.010 is no change of 0.01. */
function parsed(name: SettingName, text: string): string {
  const { value } = readSetting(name, text)
  if (value === undefined) return text
  return isText(name) ? value : toShortest(value)
}
