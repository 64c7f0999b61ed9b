import type * as z from 'zod/mini'
import { add, coinStep, compare, subtract } from '../../../../contract/money.ts'
import { packageTotals } from '../../../../contract/package-terms.ts'
import { maxBonusPercentage, packageBody } from '../../../../contract/package-body.ts'
import type { ManagedPackage } from '../../../../contract/packages.ts'
import { t } from '../../../../contract/translate.ts'
import { readTypedNumber, toTypedNumber, typedNumberFault } from '../../../../contract/typed-number.ts'
import type { ShownPackage } from '../../../features/packages/package-card.tsx'

/** What stands in the fields; the numbers are texts, as people type them in the language of the page. */
export type PackageForm = z.input<typeof packageBody>
export type NumberName = 'min_coin_purchase' | 'coin_price' | 'bonus_percentage'

/** What a number becomes when the package is saved and its text is no number. */
export const numberDefaults = {
  min_coin_purchase: '0',
  coin_price: '0.01',
  bonus_percentage: '0',
} as const satisfies Record<NumberName, string>

/** How the numbers are read. */
const numberRules: Record<NumberName, { unit?: string; max?: string }> = {
  min_coin_purchase: { unit: 'ET' },
  coin_price: {},
  bonus_percentage: { max: maxBonusPercentage },
}

export const fieldLabels = {
  package_name: t('Package name'),
  min_coin_purchase: t('Minimum purchase'),
  coin_price: t('Coin price'),
  bonus_percentage: t('Bonus percentage'),
  withdrawal_time: t('Withdrawal time'),
  withdrawal_rules: t('Withdrawal rules'),
  icon: t('Icon'),
} satisfies Record<keyof PackageForm, string>

/** The fields of a package, or those of a new one. */
export function toForm(item: ManagedPackage | null): Required<PackageForm> {
  return {
    package_name: item?.package_name ?? '',
    min_coin_purchase: toTypedNumber(item?.min_coin_purchase ?? ''),
    coin_price: toTypedNumber(item?.coin_price ?? numberDefaults.coin_price),
    bonus_percentage: toTypedNumber(item?.bonus_percentage ?? '', numberRules.bonus_percentage),
    withdrawal_time: item?.withdrawal_time ?? '',
    withdrawal_rules: item?.withdrawal_rules ?? '',
    icon: item?.icon ?? 'Shield',
  }
}

/** The same with its numbers as they are sent. */
export function readForm(form: PackageForm): PackageForm {
  return {
    ...form,
    min_coin_purchase: readNumber('min_coin_purchase', form.min_coin_purchase),
    coin_price: readNumber('coin_price', form.coin_price),
    bonus_percentage: readNumber('bonus_percentage', form.bonus_percentage),
  }
}

/** What is wrong with the numbers that are typed, where a number was meant and cannot be read. */
export function unreadNumbers(form: PackageForm): { name: NumberName; fault: string }[] {
  return (Object.keys(numberDefaults) as NumberName[]).flatMap((name) => {
    const fault = typedNumberFault(form[name], numberRules[name])
    return fault === undefined ? [] : [{ name, fault }]
  })
}

/**
 * What is typed and is no number, or left empty where that is allowed, as the number that will be saved; null for anything
 * else. Where there are digits a number was meant, and one that cannot be read is asked about: 0,05 must not become 0.01.
 */
export function replacementOf(name: NumberName, text: string): string | null {
  const isEmptyPrice = name === 'coin_price' && text.trim() === ''
  const isNoNumber = text.trim() !== '' && !/\p{Nd}/u.test(text)
  return isEmptyPrice || isNoNumber ? toTypedNumber(numberDefaults[name]) : null
}

/** The text after a press of an arrow key: a step further, and not below zero. What cannot be read stays as it is. */
export function stepNumber(name: NumberName, text: string, direction: 1 | -1): string {
  const number = readNumber(name, text) || '0'
  if (!/^-?\d+(\.\d{1,8})?$/.test(number)) return text
  const next = direction === 1 ? add(number, steps[name]) : subtract(number, steps[name])
  return toTypedNumber(compare(next, '0') < 0 ? '0' : next, numberRules[name])
}

const steps = {
  min_coin_purchase: String(coinStep),
  coin_price: '0.01',
  bonus_percentage: '1',
} as const satisfies Record<NumberName, string>

/** The package as it would be saved now; a number that cannot be saved counts as its default. */
export function previewOf(form: PackageForm): ShownPackage {
  const terms = {
    min_coin_purchase: numberOf(form, 'min_coin_purchase'),
    coin_price: numberOf(form, 'coin_price'),
    bonus_percentage: numberOf(form, 'bonus_percentage'),
  }
  return {
    package_name: form.package_name.trim() || t('New package'),
    ...terms,
    ...packageTotals(terms),
    withdrawal_time: form.withdrawal_time.trim() || '–',
    withdrawal_rules: form.withdrawal_rules?.trim() || null,
    icon: form.icon,
  }
}

/** The fields in which two forms differ. */
export function differences(one: PackageForm, other: PackageForm): (keyof PackageForm)[] {
  return (Object.keys(fieldLabels) as (keyof PackageForm)[]).filter((name) => one[name] !== other[name])
}

function numberOf(form: PackageForm, name: NumberName): string {
  const number = packageBody.shape[name].safeParse(readNumber(name, form[name]))
  return number.success ? number.data : numberDefaults[name]
}

const noNumber = '?'

/** The number that is typed, an empty text, or one that is no number. */
export function readNumber(name: NumberName, text: string): string {
  return text.trim() === '' ? '' : (readTypedNumber(text, numberRules[name]) ?? noNumber)
}
